import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../api/cache/query.ts'
import { responseInfoOf } from '../../api/client/responseInfo.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { messages, supportsMessageKey } from '../../contract/messages.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { randomUuid } from '../../lib/encoding.ts'
import { memoizePerOwner } from '../../lib/memoizePerOwner.ts'
import type { DraftKind, OpenDraft } from '../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../outbox/Outbox.ts'
import { useOutbox } from '../../outbox/OutboxContext.ts'
import type { DraftChange } from '../../outbox/queue/Writes.ts'
import { StoredFile } from '../../outbox/storage/fileStore.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { mergeRemindedIds, RemindedIds } from '../homework/reminders/remindedIds.ts'
import {
  createMessageEntries,
  getNewestId,
  type LoadedState,
  maxSnapshotAge,
  type PollToSend,
} from './messageWrite.ts'
import { joinQuote, Quote } from './quote.ts'

export type ComposerProblem = { kind: 'notStored' } | { kind: 'fileMissing'; fileId: string }

/** `field`: set while messages are being stored. Otherwise the field shows the draft. */
type QueueState = { field: ChatDraft | undefined; problem: ComposerProblem | undefined }

type MessageQueue = ReturnType<typeof createMessageQueue>

const getQueues = memoizePerOwner((_: Outbox) => new Map<number, MessageQueue>())

export function getMessageQueue(outbox: Outbox, chatId: number): MessageQueue {
  const queues = getQueues(outbox)
  const queue = queues.get(chatId) ?? createMessageQueue(outbox, chatId)
  queues.set(chatId, queue)
  return queue
}

type QueuedMessage = { message: ChatDraft; loaded: LoadedState }

/**
 * Queue between field and outbox, because a user may send faster than messages are stored. If a message can't be
 * stored, it and all later ones return to the field in order. The draft contains all queued messages, so that a crash
 * loses no text.
 */
function createMessageQueue(outbox: Outbox, chatId: number) {
  const store = createStore<QueueState>(() => ({ field: undefined, problem: undefined }))
  const getState = store.getState
  let queued: readonly QueuedMessage[] = []
  let activeRun: Promise<boolean> | undefined
  const setState = (next: Partial<QueueState>) => store.setState(next)
  /** Returns all text that is not in the outbox, without `except`. */
  const getUnstored = (except?: QueuedMessage): ChatDraft =>
    [
      ...queued.filter(entry => entry !== except).map(({ message }) => message),
      getState().field ?? emptyDraft,
    ].reduce((first, second) => joinDrafts(first, second))

  async function run(draft: OpenDraft<ChatDraft>): Promise<boolean> {
    // Keep the draft open if the user leaves the chat.
    const retained = outbox.drafts.open(chatDraft, draftKey(chatId)).catch(() => undefined)
    let problem: ComposerProblem | undefined
    for (let next = queued[0]; next && !problem; next = queued[0]) {
      const { message, loaded } = next
      const dequeue = () => {
        queued = queued.filter(entry => entry !== next)
      }
      try {
        const sent = await sendDraft(outbox, chatId, draft, message, loaded, {
          getRemaining: () => getUnstored(next),
          onStored: dequeue,
        })
        if (sent.kind === 'fileMissing') problem = sent
        if (sent.kind === 'draftChanged') {
          dequeue()
          // The draft has the text of another tab. Put it above the text typed here.
          const remote = draft.state().value ?? emptyDraft
          setState({ field: joinDrafts(remote, getState().field ?? emptyDraft) })
          draft.set(getUnstored())
        }
      } catch {
        problem = { kind: 'notStored' }
      }
    }
    void retained.then(handle => handle?.close())
    queued = []
    activeRun = undefined
    setState({ field: undefined, problem })
    return problem === undefined
  }

  return {
    getState,
    subscribe: store.subscribe,
    change(draft: OpenDraft<ChatDraft>, patch: (now: ChatDraft) => Partial<ChatDraft>) {
      const now = getState().field ?? draft.state().value ?? emptyDraft
      const changed = withoutStaleReminder({ ...now, ...patch(now) })
      if (getState().field || getState().problem) {
        setState({ problem: undefined, ...(getState().field && { field: changed }) })
      }
      draft.set(getState().field ? getUnstored() : changed)
    },
    /** Empties the field. Resolves to true once all messages are stored. */
    async send(draft: OpenDraft<ChatDraft>, loaded: LoadedState): Promise<boolean> {
      const message = getState().field ?? draft.state().value ?? emptyDraft
      if (!hasContent(message)) return false
      queued = [...queued, { message, loaded }]
      setState({ field: emptyDraft, problem: undefined })
      activeRun ??= run(draft)
      return activeRun
    },
    async idle() {
      while (activeRun) await activeRun
    },
  }
}

/** `draftChanged`: another tab changed or sent the draft. */
type SendResult = { kind: 'sent' | 'draftChanged' } | { kind: 'fileMissing'; fileId: string }

/**
 * Moves a message from the draft to the outbox in one transaction, so that only one of two tabs sends it. The draft
 * then contains the result of `getRemaining`. Throws `StorageError` if the device can't store the message.
 */
async function sendDraft(
  outbox: Outbox,
  chatId: number,
  draft: OpenDraft<ChatDraft>,
  message: ChatDraft,
  loaded: LoadedState,
  { getRemaining, onStored }: { getRemaining: () => ChatDraft; onStored: () => void },
): Promise<SendResult> {
  const { files, remindsOf, confirmText } = message
  for (const { id } of files) {
    if (!(await outbox.drafts.fileInfo(id))) return { kind: 'fileMissing', fileId: id }
  }
  const text = getMessageText(message)
  const toSend =
    confirmText === undefined
      ? { text, files, remindsOf }
      : { ...createConfirmation(text, confirmText), remindsOf }
  const entries = createMessageEntries(chatId, toSend, loaded, randomUuid())
  const storeMessage = (draftChange: DraftChange) =>
    outbox.writes.addAll(entries, {
      ...draftChange,
      onCommitted() {
        onStored()
        draftChange.onCommitted()
      },
    })
  return { kind: (await draft.submit(message, storeMessage, getRemaining)) ? 'sent' : 'draftChanged' }
}

export function useComposer(chat: Pick<Chat, 'id'>) {
  'use memo'
  const outbox = useOutbox()
  const loaded = useLoadedState(chat.id)
  const { draft, state } = useDraft(chatDraft, draftKey(chat.id))
  const queue = getMessageQueue(outbox, chat.id)
  const { field, problem } = useSyncExternalStore(queue.subscribe, queue.getState)
  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => queue.change(draft, patch)
  const send = () => queue.send(draft, loaded())
  return { value: field ?? state.value ?? emptyDraft, state, draft, change, send, problem }
}

/**
 * Returns the state of a chat at `now` (Unix ms). All changes until `receivedUntil` (Unix ms) were received.
 * `newest` is absent if another device may have written since.
 */
export function getLoadedState(client: QueryClient, chatId: number, now: number): LoadedState {
  const support = { supportsKey: chatSupportsKey(client, chatId) }
  const list = client.getQueryData(keyOf(messages.list, { chat_id: chatId }))
  if (!list) return support
  const newest = getNewestId(list.rows)
  const asOf = Math.max(responseInfoOf(list)?.requestedAt ?? 0, getConfirmedAt(client, chatId, newest))
  return now - asOf < maxSnapshotAge ? { ...support, newest } : support
}

function chatSupportsKey(client: QueryClient, chatId: number): boolean {
  const listed = client.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === chatId)
  const chat = listed ?? client.getQueryData(keyOf(chats.get, { chat_id: chatId }))
  return chat !== undefined && supportsMessageKey(chat)
}

/** Returns when the list of chats last confirmed `newest`, in Unix ms, or 0. */
function getConfirmedAt(client: QueryClient, chatId: number, newest: number): number {
  const list = client.getQueryData(keyOf(chats.list, {}))
  const row = list?.rows.find(({ id }) => id === chatId)
  return row?.last_message?.id === newest ? (responseInfoOf(list)?.requestedAt ?? 0) : 0
}

export function useLoadedState(chatId: number): () => LoadedState {
  'use memo'
  const client = useQueryClient()
  const { clock } = useSchoolTime()
  return () => getLoadedState(client, chatId, clock())
}

export const ChatDraft = z.object({
  text: z.string(),
  files: z.array(StoredFile),
  quote: z.optional(Quote),
  remindsOf: z.optional(RemindedIds),
  /** Text of the option if the message asks for confirmation, in the sender's language. */
  confirmText: z.optional(z.string()),
})
export type ChatDraft = z.output<typeof ChatDraft>

export const chatDraft: DraftKind<ChatDraft> = {
  name: 'chatDraft',
  value: ChatDraft,
  // A user may ask for confirmation before typing the text.
  isEmpty: draft => !hasText(draft) && draft.confirmText === undefined,
}

/** Whether the field shows more than the request for confirmation. */
export const hasText = (draft: ChatDraft): boolean => hasContent(draft) || draft.quote !== undefined

/** Whether it can be sent. A quote needs an answer. */
export const hasContent = ({ text, files }: ChatDraft): boolean => text.trim() !== '' || files.length > 0

/** Returns the text to send. */
export const getMessageText = ({ text, quote }: ChatDraft): string => joinQuote(quote, text.trim())

export const draftKey = (chatId: number): string => String(chatId)

export const isSameDraft = (one: ChatDraft, other: ChatDraft): boolean =>
  JSON.stringify(ChatDraft.parse(one)) === JSON.stringify(ChatDraft.parse(other))

/** A poll with one option and names, which every service with polls accepts or refuses as a whole. */
const createConfirmation = (text: string, confirmText: string): PollToSend => ({
  text,
  options: [confirmText],
  is_anonymous: false,
  is_multiple_choice: false,
})

/** Has all keys, so that it also replaces the optional values of another draft. */
export const emptyDraft: ChatDraft & Record<keyof ChatDraft, unknown> = {
  text: '',
  files: [],
  quote: undefined,
  remindsOf: undefined,
  confirmText: undefined,
}

export const getDraftLines = ({ text, files, quote }: ChatDraft): readonly string[] => [
  joinQuote(quote, text),
  ...files.map(({ name }) => sanitizeName(name)),
]

/** A draft has one quote. The quote of the second draft becomes text. */
export function joinDrafts(first: ChatDraft, second: ChatDraft, separator = '\n'): ChatDraft {
  const remindsOf = mergeRemindedIds(first.remindsOf, second.remindsOf)
  const confirmText = first.confirmText ?? second.confirmText
  const purpose = {
    ...(remindsOf !== undefined && { remindsOf }),
    ...(confirmText !== undefined && { confirmText }),
  }
  if (!hasText(first)) return { ...second, ...purpose }
  const secondText = joinQuote(second.quote, second.text)
  return {
    text: [first.text, secondText].filter(text => text.trim() !== '').join(separator),
    files: [...first.files, ...second.files],
    quote: first.quote,
    ...purpose,
  }
}

/** A user who empties the field has abandoned the reminder. Their next message is another one. */
const withoutStaleReminder = ({ remindsOf, ...draft }: ChatDraft): ChatDraft =>
  remindsOf === undefined || !hasText(draft) ? draft : { ...draft, remindsOf }
