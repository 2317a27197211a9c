import { VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOpenOutbox } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { AsOf } from '../../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { useNow } from '../../../ui/SchoolTime.tsx'
import { type ChatDraft, chatDraft } from '../composer/messageDraft.ts'
import { chatLane } from '../composer/messageWrite.ts'
import { sendingMessages } from '../composer/sendingMessages.ts'
import styles from './ChatList.module.css'
import { ChatListContent } from './ChatListContent.tsx'
import type { OwnMark } from './chatName.ts'
import type { ChatsKnown } from './useChats.ts'

type ChatListProps = {
  list: ChatsKnown
  /** Those of them that match what is searched for. */
  shown: readonly Chat[]
  /** Id of the chat that is open. */
  open: number | undefined
  find: string
  onFind: (text: string) => void
  onOpen: (chat: Chat) => void
  searchField: Ref<HTMLInputElement>
  /** How far down it was when it was shown last; phones leave it for a chat and come back. */
  place: { current: number }
}

/** The chats of the person, whoever spoke last first, and a field to search them. */
export function ChatList(props: ChatListProps) {
  const { list, shown, open, find, onFind, onOpen, searchField, place } = props
  const t = useT('chats')
  const now = useNow()
  const marks = useOwnMarks()
  const box = useRef<HTMLElement>(null)
  const [focused, setFocused] = useState<number>()

  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller) return
    scroller.scrollTop = place.current
    return () => {
      place.current = scroller.scrollTop
    }
  }, [place])

  useEffect(() => {
    if (open === undefined) return
    box.current?.querySelector(`[data-chat="${open}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [open])

  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    if (focusChat(box.current, event.key)) event.preventDefault()
  }
  return (
    <aside
      className={styles.list}
      aria-label={t('title')}
      ref={box}
      onKeyDown={press}
      onFocus={({ target }) => {
        const id = Number(target.closest('[data-chat]')?.getAttribute('data-chat'))
        if (id > 0) setFocused(id)
      }}
    >
      {(list.chats.length > 0 || find !== '') && (
        <ChatSearch
          find={find}
          found={find.trim() === '' ? undefined : shown.length}
          onFind={onFind}
          onEnter={() => shown[0] && onOpen(shown[0])}
          onLeave={() => box.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus()}
          field={searchField}
        />
      )}
      <ChatListNotices list={list} now={now} />
      <ChatListContent
        list={list}
        shown={shown}
        marks={marks}
        open={open}
        focused={focused}
        find={find}
        now={now}
        onShowAll={() => onFind('')}
      />
    </aside>
  )
}

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('a[data-chat]') ?? [])]

/** Moves the focus within the list, from its search field too. False for a key that moves nothing. */
function focusChat(list: HTMLElement | null, key: string): boolean {
  const rows = rowsIn(list)
  const active = document.activeElement
  const at = rows.findIndex(row => row.contains(active))
  const inField = at < 0
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[key]
  // In the field the arrows up and the ends of the line are the text's.
  if (to === undefined || (inField && key !== 'ArrowDown')) return false
  const row = rows[to]
  if (row) row.focus()
  else if (to < 0) list?.querySelector('input')?.focus()
  return true
}

/** What must be known of the list: how old it is where it could not be asked for again, what could not be read. */
function ChatListNotices({ list, now }: { list: ChatsKnown; now: number }) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const { asOf, error, unreadable } = list
  const stale = asOf !== undefined && error !== null
  if (!stale && unreadable === 0) return null
  return (
    <div className={styles.notices}>
      {stale && (
        <AsOf
          sentence={t('stale', {
            when: format.moment(asOf, now),
            reason: errorSentence(error, tErrors, format.time),
          })}
          retry={{ label: tErrors('tryAgain'), run: list.retry }}
        />
      )}
      {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
    </div>
  )
}

type ChatSearchProps = {
  find: string
  /** How many match; `undefined` while nothing is searched for. */
  found: number | undefined
  onFind: (text: string) => void
  /** To the first that matches. */
  onEnter: () => void
  /** Escape from an empty field: to the chat that is open, if it can. */
  onLeave: () => void
  field: Ref<HTMLInputElement>
}

/** Narrows the list down to the chats that are meant. */
function ChatSearch({ find, found, onFind, onEnter, onLeave, field }: ChatSearchProps) {
  const t = useT('chats')
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is too young for some of the browsers in schools.
    <div className={styles.search} role="search">
      <SearchField
        ref={field}
        label={t('search')}
        aria-keyshortcuts="/"
        value={find}
        onText={onFind}
        onEnter={() => find.trim() !== '' && onEnter()}
        onLeave={onLeave}
      />
      <VisuallyHidden role="status">{found === undefined ? '' : t('found', { count: found })}</VisuallyHidden>
    </div>
  )
}

const none: ReadonlyMap<number, OwnMark> = new Map()

/** What of one's own has not arrived, by chat. Nothing until the outbox is open: the list does not wait for it. */
function useOwnMarks(): ReadonlyMap<number, OwnMark> {
  const open = useOpenOutbox()
  const [marks, setMarks] = useState(none)
  useEffect(() => {
    let over = false
    const endings: (() => void)[] = []
    const follow = async () => {
      const { writes, drafts } = await open()
      if (over) return
      let kept: readonly KeyedDraft[] = []
      let round = 0
      const tell = () => setMarks(ownMarks(writes.list(), kept))
      const readDrafts = async () => {
        round += 1
        const mine = round
        const found = await drafts.list(chatDraft).catch(() => [])
        if (over || mine !== round) return
        kept = found
        tell()
      }
      endings.push(
        writes.subscribe(tell),
        drafts.subscribe(() => void readDrafts()),
      )
      tell()
      await readDrafts()
    }
    // Without an outbox nothing of one's own is on its way.
    follow().catch(() => undefined)
    return () => {
      over = true
      for (const end of endings) end()
    }
  }, [open])
  return marks
}

/** A draft of the outbox with the key it is kept under, the number of its chat. */
type KeyedDraft = { key: string; draft: SavedDraft<ChatDraft> }

const lanePrefix = chatLane(0).slice(0, -1)
const isOfChats = ({ lane }: Pick<Write, 'lane'>): boolean => lane.startsWith(lanePrefix)

/**
 * By chat, what its line in the list says of one's own: a message that stands still before one that waits, and that
 * before a draft.
 */
function ownMarks(writes: readonly Write[], drafts: readonly KeyedDraft[]): ReadonlyMap<number, OwnMark> {
  const marks = new Map<number, OwnMark>()
  for (const { key, draft } of drafts) marks.set(Number(key), { kind: 'draft', text: draft.value.text })
  for (const [lane, inChat] of Map.groupBy(writes.filter(isOfChats), write => write.lane)) {
    const open = sendingMessages(inChat).filter(({ arrived }) => !arrived)
    const failed = open.find(({ state }) => state === 'failed' || state === 'uncertain')
    const shown = failed ?? open.at(-1)
    if (!shown) continue
    marks.set(Number(lane.slice(lanePrefix.length)), {
      kind: failed ? 'failed' : 'waiting',
      text: shown.text,
    })
  }
  return marks
}
