import { type KeyboardEvent, type RefObject, useId } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { useChatName } from '../list/useChatName.ts'
import styles from './Composer.module.css'
import { fieldName, hasGlassKeyboard } from './focusField.ts'
import { longestText } from './useComposer.ts'
import { useGrowing } from './useGrowing.ts'

/** What is left is said from here on, characters. */
const nearlyFull = 500

type MessageFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  chat: Chat
  text: string
  /** Characters too many; negative for those that are left. */
  over: number
  onChange: (text: string) => void
  onSend: () => void
}

/** The words of a message. Enter sends and Shift-Enter breaks; with a keyboard on the glass Enter breaks. */
export function MessageField({ field, chat, text, over, onChange, onSend }: MessageFieldProps) {
  const t = useT('composer')
  const format = useFormat()
  const nameOf = useChatName()
  const id = useId()
  useGrowing(field, text)
  const note =
    over > 0
      ? t('tooLong', { over: format.number(over), most: format.number(longestText) })
      : over > -nearlyFull
        ? t('nearlyTooLong', { left: -over })
        : undefined
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey, nativeEvent } = event
    // 229: Safari ends a composition before the Enter that ended it.
    if (nativeEvent.isComposing || nativeEvent.keyCode === 229) return
    if (key !== 'Enter' || shiftKey || altKey) return
    // On glass there is no Shift to hold: Enter is a new line there, but with a control key.
    if (hasGlassKeyboard() && !(ctrlKey || metaKey)) return
    event.preventDefault()
    if (!event.repeat) onSend()
  }
  return (
    <div className={styles.words}>
      <textarea
        ref={field}
        name={fieldName}
        className={styles.field}
        rows={1}
        dir="auto"
        aria-label={t('title')}
        placeholder={t('placeholder', { name: nameOf(chat) })}
        value={text}
        enterKeyHint={hasGlassKeyboard() ? 'enter' : 'send'}
        aria-invalid={over > 0 || undefined}
        aria-describedby={note ? id : undefined}
        onChange={event => onChange(event.currentTarget.value)}
        onKeyDown={keys}
      />
      {note && (
        <p id={id} className={over > 0 ? styles.tooLong : styles.left} role={over > 0 ? 'alert' : undefined}>
          {note}
        </p>
      )}
    </div>
  )
}
