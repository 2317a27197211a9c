import type { Chat } from '../../../contract/chats.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { messageEntries, newMessageKey, type PollToSend, type TextToSend } from './messageEntries.ts'
import { useLoaded } from './useLoaded.ts'

/** Puts messages of a chat on their way. Stored before it resolves; throws `NotKept` when nothing can be stored. */
export function useSend(chat: Pick<Chat, 'id'>): {
  send: (message: TextToSend) => Promise<void>
  sendPoll: (poll: PollToSend) => Promise<void>
} {
  const { writes } = useOutbox()
  const loaded = useLoaded(chat.id)
  const add = async (message: TextToSend | PollToSend) => {
    await writes.addAll(messageEntries(chat.id, message, loaded(), newMessageKey()))
  }
  return { send: add, sendPoll: add }
}
