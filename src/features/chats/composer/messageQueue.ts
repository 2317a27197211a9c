import type { OpenDraft } from '../../../outbox/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { type ChatDraft, chatDraft, draftKey, joinedDraft, noDraft } from './chatDraft.ts'
import { rememberWritten } from './chatMemory.ts'
import type { Loaded } from './messageEntries.ts'
import { sendDraft } from './sendDraft.ts'

/** What is in the way of sending. */
export type ComposerProblem = { kind: 'notStored' } | { kind: 'gone'; fileId: string }

/** `field`: what stands in the field while messages are being stored; else the draft stands there. */
export type QueueState = { field: ChatDraft | undefined; problem: ComposerProblem | undefined }

/**
 * What one writes in a chat faster than it can be stored. Each message is what stood in the field when it was sent; they
 * go into the outbox one after another, and what could not be stored comes back into the field in order. The draft
 * holds all of it until then, though the chat is left.
 */
export type MessageQueue = {
  /** The same object until something changes. */
  state(): QueueState
  subscribe(listener: () => void): () => void
  change(draft: OpenDraft<ChatDraft>, patch: (now: ChatDraft) => Partial<ChatDraft>): void
  /** Empties the field at once. Resolves when everything is stored; false for an empty field or a problem. */
  send(draft: OpenDraft<ChatDraft>, known: { loaded: Loaded; now: number }): Promise<boolean>
  /** Resolves when nothing is being stored. */
  idle(): Promise<void>
}

const queues = new WeakMap<Outbox, Map<number, MessageQueue>>()

/** The one of this chat in this tab. */
export function messageQueue(outbox: Outbox, chatId: number): MessageQueue {
  const ofPerson = queues.get(outbox) ?? new Map<number, MessageQueue>()
  queues.set(outbox, ofPerson)
  const queue = ofPerson.get(chatId) ?? createMessageQueue(outbox, chatId)
  ofPerson.set(chatId, queue)
  return queue
}

function createMessageQueue(outbox: Outbox, chatId: number): MessageQueue {
  const listeners = new Set<() => void>()
  let state: QueueState = { field: undefined, problem: undefined }
  let waiting: { message: ChatDraft; loaded: Loaded; now: number }[] = []
  let running: Promise<boolean> | undefined
  const become = (next: Partial<QueueState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  /** What is not stored as a message, from this one in the queue on. */
  const left = (from: number): ChatDraft =>
    [...waiting.slice(from).map(({ message }) => message), state.field ?? noDraft].reduce(joinedDraft)
  /** Not while one is handed over: the draft has to be what that one begins. */
  const keep = (draft: OpenDraft<ChatDraft>) => {
    const now = left(0)
    if (now.text !== '' || now.files.length > 0 || draft.state().saving) draft.set(now)
  }

  async function run(draft: OpenDraft<ChatDraft>): Promise<boolean> {
    // Held to the end, though the chat is left.
    const held = outbox.drafts.open(chatDraft, draftKey(chatId)).catch(() => undefined)
    const leave = () => {
      draft.set(left(0))
      void draft.flush()
    }
    globalThis.addEventListener?.('pagehide', leave)
    let problem: ComposerProblem | undefined
    for (let next = waiting[0]; next && !problem; next = waiting[0]) {
      const { message, loaded, now } = next
      try {
        const sent = await sendDraft(outbox, chatId, draft, message, loaded, () => left(1))
        if (sent.kind === 'gone') problem = sent
        else {
          waiting = waiting.slice(1)
          void rememberWritten(outbox, chatId, now).catch(() => undefined)
        }
        const theirs = draft.state().value
        // What another tab wrote meanwhile stands in the field now.
        if (sent.kind === 'elsewhere' && theirs)
          become({ field: joinedDraft(theirs, state.field ?? noDraft) })
      } catch {
        problem = { kind: 'notStored' }
      }
      keep(draft)
    }
    globalThis.removeEventListener?.('pagehide', leave)
    void held.then(own => own?.close())
    waiting = []
    running = undefined
    become({ field: undefined, problem })
    return problem === undefined
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(draft, patch) {
      const now = state.field ?? draft.state().value ?? noDraft
      const changed = { ...now, ...patch(now) }
      if (!state.field) draft.set(changed)
      if (state.field || state.problem) {
        become({ problem: undefined, ...(state.field && { field: changed }) })
      }
    },
    async send(draft, known) {
      const message = state.field ?? draft.state().value ?? noDraft
      if (chatDraft.isEmpty(message)) return false
      waiting = [...waiting, { message, ...known }]
      become({ field: noDraft, problem: undefined })
      running ??= run(draft)
      return running
    },
    async idle() {
      while (running) await running
    },
  }
}
