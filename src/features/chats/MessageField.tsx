import { Textarea } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import type { Chat } from '../../contract/chats.ts'
import { maxMessageLength } from '../../contract/messages.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { isComposing } from '../../ui/focus/isComposing.ts'
import { useIsPhone } from '../../ui/layout/screenSize.ts'
import styles from './composer/Composer.module.css'
import { useChatName } from './useChats.ts'

const counterThreshold = 500

type MessageFieldProps = {
  field: RefObject<HTMLTextAreaElement | null>
  chat: Chat
  text: string
  /** Negative below the limit. */
  excessCharacters: number
  onChange: (text: string) => void
  onSend: () => void
}

/** Enter sends, Shift+Enter breaks the line. With an on-screen keyboard, Enter breaks the line. */
export function MessageField({ field, chat, text, excessCharacters, onChange, onSend }: MessageFieldProps) {
  const t = useT('composer')
  const format = useFormat()
  const nameOf = useChatName()
  const isPhone = useIsPhone()
  useAutoHeight(field, text)
  const note =
    excessCharacters > 0
      ? t('tooLong', { over: format.number(excessCharacters), most: format.number(maxMessageLength) })
      : excessCharacters > -counterThreshold
        ? t('nearlyTooLong', { left: -excessCharacters })
        : undefined
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (key !== 'Enter' || shiftKey || altKey || isComposing(event)) return
    if (hasOnScreenKeyboard() && !(ctrlKey || metaKey)) return
    event.preventDefault()
    if (!event.repeat) onSend()
  }
  return (
    <Textarea
      ref={field}
      name={fieldName}
      variant="unstyled"
      classNames={{ input: styles.field ?? '' }}
      descriptionProps={noteProps}
      errorProps={noteProps}
      attributes={{ input: { dir: 'auto' } }}
      rows={1}
      aria-label={t('title')}
      // On phones, the buttons leave no room for the name, which is also in the bar.
      placeholder={isPhone ? t('title') : t('placeholder', { name: nameOf(chat) })}
      description={excessCharacters > 0 ? undefined : note}
      error={excessCharacters > 0 && note}
      value={text}
      enterKeyHint={hasOnScreenKeyboard() ? 'enter' : 'send'}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={handleKeyDown}
    />
  )
}

const noteProps = { px: 'md', pt: 'xs' }

/** Grows with the text in browsers without CSS `field-sizing`. */
function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again for every text.
  useLayoutEffect(() => {
    const textarea = field.current
    if (!textarea || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    textarea.style.height = 'auto'
    textarea.style.height = `${textarea.scrollHeight}px`
  }, [field, text])
}

const fieldName = 'message'

/** Focuses the message field, unless that would open an on-screen keyboard. */
export function focusMessageField(): void {
  if (hasOnScreenKeyboard()) return
  document.querySelector<HTMLTextAreaElement>(`textarea[name="${fieldName}"]`)?.focus()
}

/** Touch devices: an on-screen keyboard can't hold Shift and covers half the page. */
const hasOnScreenKeyboard = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches
