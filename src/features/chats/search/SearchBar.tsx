import { ActionIcon, Box, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { foldText } from '../../../lib/foldText.ts'
import { isComposing } from '../../../ui/focus/isComposing.ts'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { WhyDisabled } from '../../../ui/inputs/WhyDisabled.tsx'
import styles from '../OpenChat.module.css'
import { getAnswer } from '../quote.ts'

/** `stepCount` increases with every step, so that a single match is scrolled to again. */
export type SearchHit = { messageId: number; phrase: string; stepCount: number }

type SearchBarProps = {
  chat: Chat
  name: string
  onHit: (hit: SearchHit | undefined) => void
  close: () => void
  field: RefObject<HTMLInputElement | null>
}

export function SearchBar({ chat, name, onHit, close, field }: SearchBarProps) {
  const t = useT('chats')
  const format = useFormat()
  const [phrase, setPhrase] = useState('')
  const matches = useMessageSearch(chat.id, phrase)
  const [chosenId, setChosenId] = useState<number>()
  const [stepCount, setStepCount] = useState(0)
  // The chosen match stays chosen when newer ones arrive.
  const index = matches ? Math.max(0, chosenId === undefined ? 0 : matches.indexOf(chosenId)) : 0
  const messageId = matches?.[index]
  useEffect(() => {
    field.current?.focus()
  }, [field])
  useEffect(() => {
    if (matches) onHit(messageId === undefined ? undefined : { messageId, phrase: phrase.trim(), stepCount })
  }, [matches, messageId, phrase, stepCount, onHit])

  const step = (offset: 1 | -1) => {
    if (!matches || matches.length === 0) return
    setChosenId(matches[(index + offset + matches.length) % matches.length])
    setStepCount(stepCount + 1)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const noMatchReason =
    phrase.trim() === ''
      ? t('find.enterText')
      : !matches
        ? t('find.searching')
        : matches.length === 0 && t('find.none')
  const position =
    !matches || phrase.trim() === ''
      ? ''
      : matches.length === 0
        ? t('find.none')
        : t('find.position', { at: format.number(index + 1), of: format.number(matches.length) })
  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers lack <search>.
    <div
      className={styles.header}
      role="search"
      aria-label={t('find.label', { name })}
      onKeyDown={handleKeyDown}
    >
      <Box component="span" flex={1} miw={0} maw="24rem">
        <SearchField
          ref={field}
          label={t('find.label', { name })}
          placeholder={t('find.field')}
          spellCheck={false}
          value={phrase}
          onTextChange={text => {
            setPhrase(text)
            setChosenId(undefined)
          }}
        />
      </Box>
      <VisuallyHidden role="status">{matches ? position : t('find.searching')}</VisuallyHidden>
      <WhyDisabled reason={noMatchReason}>
        <ActionIcon variant="subtle" size="sm" aria-label={t('find.previous')} onClick={() => step(1)}>
          <IconChevronUp aria-hidden />
        </ActionIcon>
      </WhyDisabled>
      <WhyDisabled reason={noMatchReason}>
        <ActionIcon variant="subtle" size="sm" aria-label={t('find.next')} onClick={() => step(-1)}>
          <IconChevronDown aria-hidden />
        </ActionIcon>
      </WhyDisabled>
      <Text span pl="sm" size="sm" c="dimmed" aria-hidden>
        {position}
      </Text>
      <ActionIcon variant="subtle" size="sm" ml="auto" aria-label={t('find.close')} onClick={close}>
        <IconX aria-hidden />
      </ActionIcon>
    </div>
  )
}

/** Newest first. Undefined while it searches. */
function useMessageSearch(chatId: number, phrase: string): readonly number[] | undefined {
  const rows = useQuery(query(messages.list, { chat_id: chatId })).data?.rows
  const [search] = useState(() => createMessageSearch())
  const [last, setLast] = useState<{ phrase: string; found: readonly number[] }>({ phrase: '', found: [] })
  useEffect(() => {
    if (!rows) return
    const abortController = new AbortController()
    void search.find(rows, phrase, abortController.signal).then(found => found && setLast({ phrase, found }))
    return () => abortController.abort()
  }, [search, rows, phrase])
  if (last.phrase === phrase) return last.found
  return phrase.trim() === '' ? [] : undefined
}

/** `now`: time in ms from any start. `yieldControl`: yields to the event loop. */
type Scheduler = { now: () => number; yieldControl: () => Promise<void> }

/** Maximum time between yields, in ms. Tasks stay far below 50 ms on a computer that is four times slower. */
const maxTaskTime = 8

const pageScheduler: Scheduler = {
  now: () => performance.now(),
  yieldControl: () => new Promise(resolve => setTimeout(resolve)),
}

/** Caches the folded text of each message. */
export function createMessageSearch({ now, yieldControl }: Scheduler = pageScheduler) {
  const cache = new Map<number, { message: Message; text: string }>()
  const getText = (message: Message) => {
    const cached = cache.get(message.id)
    if (cached && (cached.message === message || hasSameText(cached.message, message))) return cached.text
    const text = foldText(getSearchableText(message))
    cache.set(message.id, { message, text })
    return text
  }
  return {
    /** Returns the IDs of matching messages, newest first, or undefined if it was aborted. */
    async find(messages: readonly Message[], phrase: string, signal: AbortSignal) {
      const foldedPhrase = foldText(phrase).trim()
      if (foldedPhrase === '') return []
      const found: number[] = []
      let sliceStart = now()
      for (let index = messages.length - 1; index >= 0; index--) {
        const message = messages[index]
        // Hidden messages can't be found, not even by their sender.
        if (message && !message.is_hidden && getText(message).includes(foldedPhrase)) found.push(message.id)
        if (now() - sliceStart < maxTaskTime) continue
        await yieldControl()
        if (signal.aborted) return undefined
        sliceStart = now()
      }
      return signal.aborted ? undefined : found
    },
  }
}

/** Without a quote, because the quoted message is found itself. One text per line. A phrase has no line breaks, so it can't match across two of them. */
const getSearchableText = ({ text, user, files, poll }: Message) =>
  [
    getAnswer(text),
    user.name,
    ...(files ?? []).map(({ name }) => name),
    ...(poll?.options ?? []).map(option => option.text),
  ].join('\n')

/** Messages can't be edited, so comparing the number of files is enough. */
const hasSameText = (one: Message, other: Message) =>
  one.text === other.text && one.user.name === other.user.name && one.files?.length === other.files?.length
