import { hashKey, type QueryCacheNotifyEvent, type QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { cacheFlushed } from '../../../api/cache/applyWrite.ts'
import { keyOf, query, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Message, messages } from '../../../contract/messages.ts'
import { perPerson } from '../perPerson.ts'
import { indexOfRow } from './rows.ts'

/** How long a deletion can be undone, ms. */
export const undoFor = 10_000

/**
 * `waiting`: hidden here and still at the service. `sending`: too late to undo. `gone`: done, and hidden until the list
 * comes without it. `failed`: it is still there.
 */
export type Deletion = {
  message: Message
  stage: 'waiting' | 'sending' | 'gone' | 'failed'
  error?: ApiError | undefined
}

/** What is being deleted, as an open chat shows it. */
export type ChatDeletions = {
  /** Of this chat: not to be shown any more. */
  deleting: ReadonlySet<number>
  /** Of all chats, to be undone, or not done: in the order they were asked for. */
  open: readonly Deletion[]
  /** Somebody else's: asked about first. */
  asked: Message | undefined
}

/** Where the page goes away, and says so. */
export type Page = Listened & { readonly document: Pick<Document, 'visibilityState'> & Listened }
type Listened = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>

/** Deletions of one person, apart from the rows that show the messages. */
export type Deletions = {
  /** The same object until something changes. */
  of(chatId: number): ChatDeletions
  subscribe(listener: () => void): () => void
  /** One's own is deleted at once, another's once it was confirmed. */
  ask(message: Message): void
  confirm(message: Message): void
  refuse(chatId: number): void
  undo(id: number): void
  /** Sends one that failed. */
  retry(id: number): void
  /** Says no more about one that failed. */
  forget(id: number): void
  /** Nobody can undo them any more: they go now. */
  sendNow(): void
}

const nothing: ChatDeletions = { deleting: new Set(), open: [], asked: undefined }

export function createDeletions(client: QueryClient, page: Page): Deletions {
  const deletions = new Map<number, Deletion>()
  const asked = new Map<number, Message>()
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  /** What each chat shows, worked out when it is first asked for; after a change there is none. */
  const shown = createStore<Map<number, ChatDeletions>>(() => new Map())
  let stopListening: (() => void) | undefined

  const changed = () => shown.setState(new Map(), true)
  const put = (deletion: Deletion) => {
    deletions.set(deletion.message.id, deletion)
    stopListening ??= listen()
    changed()
  }
  const drop = (id: number) => {
    clearTimeout(timers.get(id))
    timers.delete(id)
    if (!deletions.delete(id)) return
    if (deletions.size === 0) {
      stopListening?.()
      stopListening = undefined
    }
    changed()
  }
  /** What the list is without needs no hiding: in a demo that began anew, a new message has its id. */
  const dropGone = (event: QueryCacheNotifyEvent) => {
    const isRead = event.type === 'updated' && event.action.type === 'success'
    if (!isRead && event.type !== 'removed') return
    for (const { message, stage } of [...deletions.values()]) {
      const key = keyOf(messages.list, { chat_id: message.chat_id })
      if (stage !== 'gone' || event.query.queryHash !== hashKey(key)) continue
      const rows = (isRead && client.getQueryData(key)?.rows) || []
      // With the old rows it would be there once more.
      if (indexOfRow(rows, message.id) < 0) void cacheFlushed().then(() => drop(message.id))
    }
  }
  async function send(message: Message): Promise<void> {
    clearTimeout(timers.get(message.id))
    timers.delete(message.id)
    // What was loaded was wiped: whoever asked for it has signed out, and nobody else does it for them.
    if (!client.getQueryData(keyOf(messages.list, { chat_id: message.chat_id }))) return drop(message.id)
    put({ message, stage: 'sending' })
    const input = { chat_id: message.chat_id, message_id: message.id }
    try {
      await client.getMutationCache().build(client, write(messages.remove)).execute(input)
    } catch (cause) {
      const error = cause instanceof ApiError ? cause : undefined
      // Somebody else was quicker.
      if (error?.kind !== 'notFound') return put({ message, stage: 'failed', error })
    }
    put({ message, stage: 'gone' })
  }
  const start = (message: Message) => {
    put({ message, stage: 'waiting' })
    timers.set(
      message.id,
      setTimeout(() => void send(message), undoFor),
    )
  }
  const sendNow = () => {
    for (const { message, stage } of [...deletions.values()]) if (stage === 'waiting') void send(message)
  }
  /** Only while something is being deleted: every person who signs in has deletions of their own. */
  function listen() {
    const hide = () => {
      if (page.document.visibilityState === 'hidden') sendNow()
    }
    page.addEventListener('pagehide', sendNow)
    page.document.addEventListener('visibilitychange', hide)
    const unsubscribe = client.getQueryCache().subscribe(dropGone)
    return () => {
      page.removeEventListener('pagehide', sendNow)
      page.document.removeEventListener('visibilitychange', hide)
      unsubscribe()
    }
  }

  return {
    of(chatId) {
      const known = shown.getState().get(chatId)
      if (known) return known
      const all = [...deletions.values()]
      const hidden = all.filter(({ message, stage }) => message.chat_id === chatId && stage !== 'failed')
      const now =
        all.length === 0 && !asked.has(chatId)
          ? nothing
          : {
              deleting: new Set(hidden.map(({ message }) => message.id)),
              open: all.filter(({ stage }) => stage === 'waiting' || stage === 'failed'),
              asked: asked.get(chatId),
            }
      shown.getState().set(chatId, now)
      return now
    },
    subscribe: shown.subscribe,
    ask(message) {
      const stage = deletions.get(message.id)?.stage
      if (stage !== undefined && stage !== 'failed') return
      if (message.is_own) return start(message)
      asked.set(message.chat_id, message)
      changed()
    },
    confirm(message) {
      asked.delete(message.chat_id)
      start(message)
    },
    refuse(chatId) {
      asked.delete(chatId)
      changed()
    },
    undo(id) {
      if (deletions.get(id)?.stage === 'waiting') drop(id)
    },
    retry(id) {
      const deletion = deletions.get(id)
      if (deletion?.stage === 'failed') void send(deletion.message)
    },
    forget(id) {
      if (deletions.get(id)?.stage === 'failed') drop(id)
    },
    sendNow,
  }
}

/** The deletions of the signed-in person. */
export const useDeletions = perPerson(client => createDeletions(client, window))

/** Whether its reader may delete a message. Where the service does not say (api.md does not), one's own. */
export const mayDelete = ({ can_delete, is_own }: Pick<Message, 'can_delete' | 'is_own'>): boolean =>
  can_delete ?? is_own

/**
 * Whether the service may offer what it answered with `unsupported` about a message after all: a 404 is also said of a
 * message that was deleted meanwhile. So the chat is read again; what is not there any more is then gone from the page too.
 */
export async function isOffered(
  client: QueryClient,
  { id, chat_id }: Pick<Message, 'id' | 'chat_id'>,
  error: ApiError,
): Promise<boolean> {
  if (error.status !== 404) return false
  try {
    const now = await client.fetchQuery({ ...query(messages.list, { chat_id }), staleTime: 0, retry: false })
    return !now.rows.some(row => row.id === id)
  } catch {
    return true
  }
}

/** Whether the chat, as it was read last, has no such message any more. */
export function isDeleted(client: QueryClient, { id, chat_id }: Pick<Message, 'id' | 'chat_id'>): boolean {
  const known = client.getQueryData(keyOf(messages.list, { chat_id }))
  return known !== undefined && !known.rows.some(row => row.id === id)
}
