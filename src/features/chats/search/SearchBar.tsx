import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './SearchBar.module.css'
import { useMessageSearch } from './useMessageSearch.ts'

/** What was found and is to be shown: the message, and the phrase to mark in it. `asked` grows with every step. */
export type Hit = { messageId: number; mark: string; asked: number }

type SearchBarProps = {
  chat: Chat
  name: string
  onHit: (hit: Hit | undefined) => void
  close: () => void
}

/** Searches what is loaded of a chat and goes from match to match, the newest first. */
export function SearchBar({ chat, name, onHit, close }: SearchBarProps) {
  const t = useT('chats')
  const format = useFormat()
  const [phrase, setPhrase] = useState('')
  const found = useMessageSearch(chat.id, phrase)
  const [chosen, setChosen] = useState<number>()
  const [asked, setAsked] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  // A match stays chosen when newer ones arrive above it.
  const at = found ? Math.max(0, chosen === undefined ? 0 : found.indexOf(chosen)) : 0
  const messageId = found?.[at]
  useEffect(() => {
    field.current?.focus()
  }, [])
  useEffect(() => {
    if (found) onHit(messageId === undefined ? undefined : { messageId, mark: phrase.trim(), asked })
  }, [found, messageId, phrase, asked, onHit])

  const step = (by: 1 | -1) => {
    if (!found || found.length === 0) return
    setChosen(found[(at + by + found.length) % found.length])
    // The only one is gone to again, too.
    setAsked(asked + 1)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const none = !found || found.length === 0
  const position =
    !found || phrase.trim() === ''
      ? ''
      : found.length === 0
        ? t('find.none')
        : t('find.position', { at: format.number(at + 1), of: format.number(found.length) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.bar} role="search" aria-label={t('find.label', { name })} onKeyDown={press}>
      <span className={styles.field}>
        <SearchField
          ref={field}
          label={t('find.label', { name })}
          placeholder={t('find.field')}
          spellCheck={false}
          value={phrase}
          onText={text => {
            setPhrase(text)
            setChosen(undefined)
          }}
        />
      </span>
      <VisuallyHidden role="status">{found ? position : t('find.searching')}</VisuallyHidden>
      <Button
        look="quiet"
        size="small"
        square
        aria-label={t('find.previous')}
        disabled={none}
        onClick={() => step(1)}
      >
        <IconChevronUp aria-hidden />
      </Button>
      <Button
        look="quiet"
        size="small"
        square
        aria-label={t('find.next')}
        disabled={none}
        onClick={() => step(-1)}
      >
        <IconChevronDown aria-hidden />
      </Button>
      <span className={styles.position} aria-hidden>
        {position}
      </span>
      <Button look="quiet" size="small" square aria-label={t('find.close')} onClick={close}>
        <IconX aria-hidden />
      </Button>
    </div>
  )
}
