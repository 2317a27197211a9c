import { useRef, useState } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useDraft } from '../../../outbox/useDraft.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { type ChatDraft, chatDraft, draftKey } from './chatDraft.ts'
import { rememberWritten } from './chatMemory.ts'
import { sendDraft } from './sendDraft.ts'
import { useLoaded } from './useLoaded.ts'

/** Longest text of a message, characters, as the schema has it. */
export const longestText = 20_000

const nothing: ChatDraft = { text: '', files: [] }

/** What is in the way of sending. */
export type ComposerProblem = { kind: 'notStored' } | { kind: 'gone'; fileId: string }

/** What is written in one chat, and the way to send it once, however often that is asked for. */
export function useComposer(chat: Pick<Chat, 'id'>) {
  const outbox = useOutbox()
  const loaded = useLoaded(chat.id)
  const { clock } = useSchoolTime()
  const { draft, state } = useDraft(chatDraft, draftKey(chat.id))
  const [problem, setProblem] = useState<ComposerProblem>()
  // What is typed while the message before it goes into the outbox, a few milliseconds: the next one already.
  const [next, setNext] = useState<ChatDraft>()
  const busy = useRef<ChatDraft>(undefined)
  const again = useRef(false)

  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => {
    setProblem(undefined)
    const now = busy.current ?? draft.state().value ?? nothing
    const changed = { ...now, ...patch(now) }
    if (!busy.current) return draft.set(changed)
    busy.current = changed
    setNext(changed)
  }
  const send = async (): Promise<boolean> => {
    if (busy.current) {
      again.current = !chatDraft.isEmpty(busy.current)
      return false
    }
    busy.current = nothing
    setNext(nothing)
    // Held to the end: what is typed meanwhile is kept though the chat is left.
    const held = outbox.drafts.open(chatDraft, draftKey(chat.id)).catch(() => undefined)
    let outcome: ComposerProblem | undefined
    try {
      const sent = await sendDraft(outbox, chat.id, loaded())
      if (sent.kind === 'gone') outcome = sent
      else void rememberWritten(outbox, chat.id, clock()).catch(() => undefined)
    } catch {
      outcome = { kind: 'notStored' }
    }
    const typed = busy.current
    busy.current = undefined
    const left = draft.state().value
    // Not sent, or another tab's: what was typed meanwhile goes after it.
    if (!chatDraft.isEmpty(typed)) draft.set(left ? joined(left, typed) : typed)
    void held.then(own => own?.close())
    setNext(undefined)
    setProblem(outcome)
    const goesOn = again.current && outcome === undefined
    again.current = false
    return goesOn ? send() : outcome === undefined
  }
  return { value: next ?? state.value ?? nothing, state, draft, change, send, problem }
}

const joined = (first: ChatDraft, then: ChatDraft): ChatDraft => ({
  text: [first.text, then.text].filter(text => text !== '').join('\n'),
  files: [...first.files, ...then.files],
})
