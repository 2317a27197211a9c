import { useSyncExternalStore } from 'react'
import type { Chat } from '../../../contract/chats.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useDraft } from '../../../outbox/useDraft.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { type ChatDraft, chatDraft, draftKey, noDraft } from './chatDraft.ts'
import { messageQueue } from './messageQueue.ts'
import { useLoaded } from './useLoaded.ts'

/** Longest text of a message, characters, as the schema has it. */
export const longestText = 20_000

/** What is written in one chat, and the way to send it once, however often that is asked for. */
export function useComposer(chat: Pick<Chat, 'id'>) {
  const outbox = useOutbox()
  const loaded = useLoaded(chat.id)
  const { clock } = useSchoolTime()
  const { draft, state } = useDraft(chatDraft, draftKey(chat.id))
  const queue = messageQueue(outbox, chat.id)
  const { field, problem } = useSyncExternalStore(queue.subscribe, queue.state)
  const change = (patch: (now: ChatDraft) => Partial<ChatDraft>) => queue.change(draft, patch)
  const send = () => queue.send(draft, { loaded: loaded(), now: clock() })
  return { value: field ?? state.value ?? noDraft, state, draft, change, send, problem }
}
