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
 * go into the outbox one after another, and what could not be stored comes back into the field in order. Until then the
 * draft holds all of it, in the order it was written, so that it is kept like anything else that is typed.
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

type Waiting = { message: ChatDraft; loaded: Loaded; now: number }

function createMessageQueue(outbox: Outbox, chatId: number): MessageQueue {
  const listeners = new Set<() => void>()
  let state: QueueState = { field: undefined, problem: undefined }
  let waiting: readonly Waiting[] = []
  let running: Promise<boolean> | undefined
  const become = (next: Partial<QueueState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  /** What is not in the outbox, but for one that is about to be. */
  const unstored = (but?: Waiting): ChatDraft =>
    [...waiting.filter(one => one !== but).map(({ message }) => message), state.field ?? noDraft].reduce(
      joinedDraft,
    )

  async function run(draft: OpenDraft<ChatDraft>): Promise<boolean> {
    // Held to the end, though the chat is left.
    const held = outbox.drafts.open(chatDraft, draftKey(chatId)).catch(() => undefined)
    let problem: ComposerProblem | undefined
    for (let next = waiting[0]; next && !problem; next = waiting[0]) {
      const { message, loaded, now } = next
      const leave = () => {
        waiting = waiting.filter(one => one !== next)
      }
      try {
        const sent = await sendDraft(outbox, chatId, draft, message, loaded, {
          left: () => unstored(next),
          stored: leave,
        })
        if (sent.kind === 'gone') problem = sent
        else void rememberWritten(outbox, chatId, now).catch(() => undefined)
        if (sent.kind === 'elsewhere') {
          leave()
          // What another tab wrote meanwhile stands in the field now.
          const theirs = draft.state().value ?? noDraft
          become({ field: joinedDraft(theirs, state.field ?? noDraft) })
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
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(draft, patch) {
      const now = state.field ?? draft.state().value ?? noDraft
      const changed = { ...now, ...patch(now) }
      if (state.field || state.problem) {
        become({ problem: undefined, ...(state.field && { field: changed }) })
      }
      draft.set(state.field ? unstored() : changed)
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
