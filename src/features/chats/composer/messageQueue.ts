import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import { keyOf } from '../../../api/cache/query.ts'
import { responseInfoOf } from '../../../api/cache/responseInfo.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import { messages, takesMessageKey } from '../../../contract/messages.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { type DraftKind, KeptFile, type OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import type { Beside } from '../../../outbox/queue/Writes.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { useChatSync } from '../sync/ChatSyncContext.ts'
import { fresh, type Loaded, messageEntries, newestOf } from './messageWrite.ts'

export type ComposerProblem = { kind: 'notStored' } | { kind: 'gone'; fileId: string }

/** `field`: what stands in the field while messages are being stored; else the draft stands there. */
type QueueState = { field: ChatDraft | undefined; problem: ComposerProblem | undefined }

type MessageQueue = ReturnType<typeof createMessageQueue>

const queues = new WeakMap<Outbox, Map<number, MessageQueue>>()

export function messageQueue(outbox: Outbox, chatId: number): MessageQueue {
  const ofPerson = queues.get(outbox) ?? new Map<number, MessageQueue>()
  queues.set(outbox, ofPerson)
  const queue = ofPerson.get(chatId) ?? createMessageQueue(outbox, chatId)
  ofPerson.set(chatId, queue)
  return queue
}

type Waiting = { message: ChatDraft; loaded: Loaded }

/**
 * What one writes in a chat faster than it can be stored. Each message is what stood in the field when it was sent; they
 * go into the outbox one after another, and what could not be stored comes back into the field in order. Until then the
 * draft holds all of it, in the order it was written, so that it is kept like anything else that is typed.
 */
function createMessageQueue(outbox: Outbox, chatId: number) {
  const store = createStore<QueueState>(() => ({ field: undefined, problem: undefined }))
  const state = store.getState
  let waiting: readonly Waiting[] = []
  let running: Promise<boolean> | undefined
  const become = (next: Partial<QueueState>) => store.setState(next)
  /** What is not in the outbox, but for one that is about to be. */
  const unstored = (but?: Waiting): ChatDraft =>
    [...waiting.filter(one => one !== but).map(({ message }) => message), state().field ?? noDraft].reduce(
      joinedDraft,
    )

  async function run(draft: OpenDraft<ChatDraft>): Promise<boolean> {
    // Held to the end, though the chat is left.
    const held = outbox.drafts.open(chatDraft, draftKey(chatId)).catch(() => undefined)
    let problem: ComposerProblem | undefined
    for (let next = waiting[0]; next && !problem; next = waiting[0]) {
      const { message, loaded } = next
      const leave = () => {
        waiting = waiting.filter(one => one !== next)
      }
      try {
        const sent = await sendDraft(outbox, chatId, draft, message, loaded, {
          left: () => unstored(next),
          stored: leave,
        })
        if (sent.kind === 'gone') problem = sent
        if (sent.kind === 'elsewhere') {
          leave()
          // What another tab wrote meanwhile stands in the field now.
          const theirs = draft.state().value ?? noDraft
          become({ field: joinedDraft(theirs, state().field ?? noDraft) })
          draft.set(unstored())
        }
      } catch {
        problem = { kind: 'notStored' }
      }
    }
    void held.then(own => own?.close())
    waiting = []
    running = undefined
    become({ field: undefined, problem })
    return problem === undefined
  }

  return {
    /** The same object until something changes. */
    state,
    subscribe: store.subscribe,
    change(draft: OpenDraft<ChatDraft>, patch: (now: ChatDraft) => Partial<ChatDraft>) {
      const now = state().field ?? draft.state().value ?? noDraft
      const changed = { ...now, ...patch(now) }
      if (state().field || state().problem) {
        become({ problem: undefined, ...(state().field && { field: changed }) })
      }
      draft.set(state().field ? unstored() : changed)
    },
    /** Empties the field at once. Resolves when everything is stored; false for an empty field or a problem. */
    async send(draft: OpenDraft<ChatDraft>, loaded: Loaded): Promise<boolean> {
      const message = state().field ?? draft.state().value ?? noDraft
      if (chatDraft.isEmpty(message)) return false
      waiting = [...waiting, { message, loaded }]
      become({ field: noDraft, problem: undefined })
      running ??= run(draft)
      return running
    },
    /** Resolves when nothing is being stored. */
    async idle() {
      while (running) await running
    },
  }
}

/** `elsewhere`: another tab has sent it already. `gone`: this file of it is no longer here. */
type DraftSent = { kind: 'sent' | 'elsewhere' } | { kind: 'gone'; fileId: string }

/**
 * Puts a message on its way that is, or begins, this draft: in one step it is in the outbox, and the draft is what is
 * `left`. So no reload finds it in both, and of two tabs only one sends it. `stored` is called in the very moment it is.
 * Throws `StorageError` when nothing can be stored; then the draft stays.
 */
async function sendDraft(
  outbox: Outbox,
  chatId: number,
  draft: OpenDraft<ChatDraft>,
  message: ChatDraft,
  loaded: Loaded,
  { left, stored }: { left: () => ChatDraft; stored: () => void },
): Promise<DraftSent> {
  const { text, files } = message
  for (const { id } of files) {
    if (!(await outbox.drafts.file(id))) return { kind: 'gone', fileId: id }
  }
  const entries = messageEntries(chatId, { text: text.trim(), files }, loaded, randomUuid())
  const put = (beside: Beside) =>
    outbox.writes.addAll(entries, {
      ...beside,
      done() {
        stored()
        beside.done()
      },
    })
  return { kind: (await draft.submit(message, put, left)) ? 'sent' : 'elsewhere' }
}

/** Longest text of a message, characters, as the schema has it. */
export const longestText = 20_000

/** What is written in one chat, and the way to send it once, however often that is asked for. */
export function useComposer(chat: Pick<Chat, 'id'>) {
  const outbox = useOutbox()
  const loaded = useLoaded(chat.id)
  const { draft, state } = useDraft(chatDraft, draftKey(chat.id))
  const queue = messageQueue(outbox, chat.id)
  const { field, problem } = useSyncExternalStore(queue.subscribe, queue.state)
  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => queue.change(draft, patch)
  const send = () => queue.send(draft, loaded())
  return { value: field ?? state.value ?? noDraft, state, draft, change, send, problem }
}

/**
 * What is known of a chat at `now`, Unix ms: nothing where its messages are not here, or where nobody has asked for so
 * long that another device may have written since. `heardAt`, Unix ms: until then whatever changed was told.
 */
export function loadedOf(client: QueryClient, chatId: number, now: number, heardAt = 0): Loaded {
  const takesKey = { takesKey: isKeyed(client, chatId) }
  const list = client.getQueryData(keyOf(messages.list, { chat_id: chatId }))
  if (!list) return takesKey
  const newest = newestOf(list.rows)
  const asOf = Math.max(responseInfoOf(list)?.askedAt ?? 0, confirmedAt(client, chatId, newest), heardAt)
  return now - asOf < fresh ? { ...takesKey, newest, unreadable: list.unreadable } : takesKey
}

function isKeyed(client: QueryClient, chatId: number): boolean {
  const listed = client.getQueryData(keyOf(chats.list, {}))?.rows.find(({ id }) => id === chatId)
  const chat = listed ?? client.getQueryData(keyOf(chats.get, { chat_id: chatId }))
  return chat !== undefined && takesMessageKey(chat)
}

/** When the list of chats last said that this message is still the newest: a quiet chat is not read again for it. */
function confirmedAt(client: QueryClient, chatId: number, newest: number): number {
  const list = client.getQueryData(keyOf(chats.list, {}))
  const row = list?.rows.find(({ id }) => id === chatId)
  return row?.last_message?.id === newest ? (responseInfoOf(list)?.askedAt ?? 0) : 0
}

export function useLoaded(chatId: number): () => Loaded {
  const client = useQueryClient()
  const { clock } = useSchoolTime()
  const sync = useChatSync()
  return () => loadedOf(client, chatId, clock(), sync?.heardAt())
}

export const ChatDraft = z.object({ text: z.string(), files: z.array(KeptFile) })
export type ChatDraft = z.output<typeof ChatDraft>

export const chatDraft: DraftKind<ChatDraft> = {
  name: 'chatDraft',
  value: ChatDraft,
  isEmpty: ({ text, files }) => text.trim() === '' && files.length === 0,
}

export const draftKey = (chatId: number): string => String(chatId)

export const sameDraft = (one: ChatDraft, other: ChatDraft): boolean =>
  JSON.stringify(ChatDraft.parse(one)) === JSON.stringify(ChatDraft.parse(other))

export const noDraft: ChatDraft = { text: '', files: [] }

export const linesOf = ({ text, files }: ChatDraft): readonly string[] => [
  text,
  ...files.map(({ name }) => harmlessName(name)),
]

/** Both, one under the other. */
const joinedDraft = (first: ChatDraft, then: ChatDraft): ChatDraft => ({
  text: [first.text, then.text].filter(text => text !== '').join('\n'),
  files: [...first.files, ...then.files],
})
