import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import {
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { createStore } from 'zustand/vanilla'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { latePart } from '../../../i18n/latePart.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { type T, useT } from '../../../i18n/useT.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { useChatName } from '../list/chatName.ts'
import { useVotes } from '../polls/votes.ts'
import type { Hit } from '../search/SearchBar.tsx'
import { useReadState } from '../sync/useReadState.ts'
import { DeletingMessages } from './DeletingMessages.tsx'
import { useDeletions } from './deleteMessage.ts'
import styles from './MessageList.module.css'
import { MessageListChatContext, MessageListContext, useMessageList } from './MessageListContext.ts'
import { MessageRows } from './MessageRows.tsx'
import { createMessageScroll, type MessageScroll } from './messageScroll.ts'
import { othersAfter } from './rows.ts'
import { isWatched, onWatched, useLater, useNewFrom } from './useNewFrom.ts'

const MessageFilesViewer = latePart(
  async () => (await import('./MessageFilesViewer.tsx')).MessageFilesViewer,
  'viewer',
)

type LoadedMessagesProps = {
  chat: Chat
  /** Oldest first. */
  messages: readonly Message[]
  /** They are as the service has them, not what was kept from last time. */
  isFresh: boolean
  addressed: number | undefined
  hit: Hit | undefined
  ref: Ref<MessageListHandle> | undefined
}

/** The messages of one open chat, and where one is in it. */
export function LoadedMessages({ chat, messages: all, isFresh, addressed, hit, ref }: LoadedMessagesProps) {
  const t = useT('talk')
  const format = useFormat()
  const nameOf = useChatName()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const { lastReadId, markSeen } = useReadState(chat)
  const [scroll] = useState(createMessageScroll)
  const [announcer] = useState(createAnnouncer)
  const viewer = useViewer()
  const { askDelete, deleting } = useDeleteMessage(chat)
  const messages = deleting.size === 0 ? all : all.filter(({ id }) => !deleting.has(id))
  const unread = chat.unread_messages
  const newFrom = useNewFrom({ rows: all, lastReadId, unread, isFresh, scroll })
  const toNewest = () => scroll.go({ to: 'end' })
  useImperativeHandle(ref, () => ({ toNewest }))
  useSeen(scroll, markSeen)
  useArrivals(all, { scroll, t, say: announcer.say })

  const mark = hit?.mark ?? ''
  const parts = { t, format, timeZone, today, mark, show: viewer.show, stay: scroll.stay, say: announcer.say }
  return (
    <MessageListContext value={parts}>
      <MessageListChatContext value={{ chat, askDelete }}>
        <div className={styles.frame}>
          <div className={styles.view}>
            <MessageRows {...{ messages, scroll, newFrom, addressed, hit, isFresh }} chatId={chat.id} />
            <JumpToNewest rows={messages} lastReadId={lastReadId} scroll={scroll} run={toNewest} />
          </div>
          <Announced announcer={announcer} />
          <LostVote chat={chat} />
          <DeletingMessages chat={chat} />
          {viewer.file !== undefined && (
            <MessageFilesViewer
              name={nameOf(chat)}
              messages={messages}
              first={viewer.file}
              close={viewer.close}
            />
          )}
        </div>
      </MessageListChatContext>
    </MessageListContext>
  )
}

/** The one polite line of a list of messages. */
function Announced({ announcer }: { announcer: Announcer }) {
  return (
    <VisuallyHidden role="status">{useSyncExternalStore(announcer.subscribe, announcer.said)}</VisuallyHidden>
  )
}

/**
 * Deletes messages of a chat (`mayDelete` says which). `deleting`: ids not to be shown any more. `DeletingMessages` must be
 * mounted beside them: it asks about other people's and offers the way back.
 */
function useDeleteMessage(chat: Pick<Chat, 'id'>): {
  askDelete: (message: Message) => void
  deleting: ReadonlySet<number>
} {
  const deletions = useDeletions()
  const { deleting } = useSyncExternalStore(deletions.subscribe, () => deletions.of(chat.id))
  return { askDelete: deletions.ask, deleting }
}

/** Tells up to where the reader has seen the chat, in a page somebody looks at. */
function useSeen(scroll: MessageScroll, markSeen: (messageId: number) => void): void {
  const tell = useEffectEvent(() => {
    const { seen } = scroll.view()
    if (seen > 0 && isWatched()) markSeen(seen)
  })
  useEffect(() => {
    tell()
    const stops = [scroll.subscribe(() => tell()), onWatched(() => tell())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scroll])
}

/** Which file of the chat is looked at. Whoever closes it is where they were. */
function useViewer() {
  const [file, setFile] = useState<number>()
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (file !== undefined || !(opener.current instanceof HTMLElement)) return
    opener.current.focus({ preventScroll: true })
    opener.current = null
  }, [file])
  // The same for good: every row has it.
  const show = useCallback((id: number) => {
    opener.current = document.activeElement
    setFile(id)
  }, [])
  return { file, show, close: () => setFile(undefined) }
}

/** Reads out what others write while one is at the end of the chat. Whoever reads further up is not talked into it. */
function useArrivals(
  rows: readonly Message[],
  { scroll, t, say }: { scroll: MessageScroll; t: T<'talk'>; say: (text: string) => void },
): void {
  useLater(rows, later => {
    if (!scroll.view().atEnd) return
    const words = arrivalWords(
      later.filter(row => !row.is_own),
      t,
    )
    if (words) say(words)
  })
}

/** That a vote did not count because its poll was deleted: said below the messages, for the poll has no place any more. */
function LostVote({ chat }: { chat: Pick<Chat, 'id'> }) {
  const t = useT('polls')
  const votes = useVotes()
  const lost = useSyncExternalStore(votes.subscribe, () => votes.lost(chat.id))
  useEffect(() => () => votes.takeNote(chat.id), [votes, chat.id])
  return (
    <div role="status" className={lost ? styles.lost : undefined}>
      {lost && (
        <Notice tone="warn" action={{ label: t('lostNoted'), run: () => votes.takeNote(chat.id) }}>
          {t('failed.deleted')}
        </Notice>
      )}
    </div>
  )
}

/** What is to be read out, one sentence at a time. */
type Announcer = {
  say(text: string): void
  said(): string
  subscribe(listener: () => void): () => void
}

function createAnnouncer(): Announcer {
  const store = createStore(() => '')
  return {
    // The same sentence twice is a change only if it differs: a reader is told by what changes.
    say: text => store.setState(said => (text === said ? `${text}\u00a0` : text), true),
    said: store.getState,
    subscribe: store.subscribe,
  }
}

/** Longer is not listened to. */
const longest = 200

/**
 * What is read out when these messages of others arrive: the last of them, and how many there are. Of what the school
 * has hidden nothing is said.
 */
export function arrivalWords(arrived: readonly Message[], t: T<'talk'>): string | undefined {
  const shown = arrived.filter(({ is_hidden }) => !is_hidden)
  const last = shown.at(-1)
  if (!last) return undefined
  const said = { name: harmlessName(last.user.name), text: contentOf(last, t) }
  return shown.length === 1 ? t('arrived', said) : t('arrivedMany', { ...said, count: shown.length })
}

function contentOf({ text, poll, has_poll, files, has_files }: Message, t: T<'talk'>): string {
  const words = text.length > longest ? `${text.slice(0, longest)}…` : text
  if (poll || has_poll) return t('arrivedPoll', { question: words })
  if (words.trim() !== '') return words
  return has_files ? t('arrivedFiles', { count: files?.length ?? 1 }) : ''
}

type JumpToNewestProps = {
  rows: readonly Message[]
  /** What was read before counts as seen. */
  lastReadId: number | undefined
  scroll: MessageScroll
  run: () => void
}

/** Back to the end of the chat, with how many of others wait there. Shows while the end is out of sight. */
export function JumpToNewest({ rows, lastReadId, scroll, run }: JumpToNewestProps) {
  const { t, format } = useMessageList()
  const { atEnd, seen } = useSyncExternalStore(scroll.subscribe, scroll.view)
  if (atEnd) return null
  const jump = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // This goes at the end, and the focus must not go with it.
    currentTarget.parentElement?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    run()
  }
  const count = seen === 0 ? 0 : othersAfter(rows, Math.max(seen, lastReadId ?? 0))
  return (
    <button
      type="button"
      className={styles.jump}
      data-new={count > 0}
      aria-label={count > 0 ? `${t('toNewest')}, ${t('newBelow', { count })}` : t('toNewest')}
      title={t('toNewest')}
      onClick={jump}
    >
      <IconArrowDown aria-hidden />
      {count > 0 && <span>{format.number(count)}</span>}
    </button>
  )
}

/** What the screen around the messages may ask of them. */
export type MessageListHandle = { toNewest(): void }
