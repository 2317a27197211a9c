import { Textarea } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { useChatName } from '../list/useChats.ts'
import styles from './Composer.module.css'
import { longestText } from './messageQueue.ts'

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
  useGrowing(field, text)
  const note =
    over > 0
      ? t('tooLong', { over: format.number(over), most: format.number(longestText) })
      : over > -nearlyFull
        ? t('nearlyTooLong', { left: -over })
        : undefined
  const keys = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    if (key !== 'Enter' || shiftKey || altKey || isComposing(event)) return
    if (hasGlassKeyboard() && !(ctrlKey || metaKey)) return
    event.preventDefault()
    if (!event.repeat) onSend()
  }
  return (
    <Textarea
      ref={field}
      name={fieldName}
      variant="unstyled"
      classNames={{ input: styles.field ?? '' }}
      descriptionProps={notePlace}
      errorProps={notePlace}
      attributes={{ input: { dir: 'auto' } }}
      rows={1}
      aria-label={t('title')}
      placeholder={t('placeholder', { name: nameOf(chat) })}
      description={over > 0 ? undefined : note}
      error={over > 0 && note}
      value={text}
      enterKeyHint={hasGlassKeyboard() ? 'enter' : 'send'}
      onChange={event => onChange(event.currentTarget.value)}
      onKeyDown={keys}
    />
  )
}

const notePlace = { px: 'md', pt: 'xs' }

/** As high as its text, where CSS alone (`field-sizing`) does not make it so. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew for every text.
  useLayoutEffect(() => {
    const area = field.current
    if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [field, text])
}

const fieldName = 'message'

/**
 * Into the field: for a button that goes with what it was pressed for. Not where that would bring up a keyboard on the
 * glass.
 */
export function focusField(): void {
  if (hasGlassKeyboard()) return
  document.querySelector<HTMLTextAreaElement>(`textarea[name="${fieldName}"]`)?.focus()
}

/** A keyboard on the glass has no Shift to hold with Enter, and covers half the page. */
const hasGlassKeyboard = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches
