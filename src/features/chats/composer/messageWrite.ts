import { documents } from '../../../contract/documents.ts'
import { messages } from '../../../contract/messages.ts'
import type { WriteKind } from '../../../outbox/Writes.ts'
import { arrived, judgeMessage } from './judgeMessage.ts'
import { MessageSeen, ownMessage, seenIn } from './messageSeen.ts'

/** What is written in a chat is sent in order, files before their message (cases 25). */
export const chatLane = (chatId: number): string => `chat/${chatId}`

/** What is known of a chat is taken for all there is for so long; then it is read before a message that waited, ms. */
export const fresh = 30_000

/**
 * Sends a message, poll or text. Nothing is read before the first send: the app knows up to which message the chat was
 * loaded when it was written (`opened`), and which was the last it sent itself. After a lost answer the chat is read.
 */
export const messageWrite: WriteKind<typeof messages.send, MessageSeen> = {
  name: 'message',
  endpoint: messages.send,
  seen: MessageSeen,
  begin({ opened, last, ages }) {
    const knows = (seen: MessageSeen | undefined, age: number) => seen?.newest !== undefined && age < fresh
    if (!knows(opened, ages.opened) && !knows(last, ages.last)) return undefined
    const unreadable = last?.unreadable ?? opened?.unreadable
    return {
      newest: Math.max(opened?.newest ?? 0, last?.newest ?? 0),
      own: [],
      ...(unreadable !== undefined && { unreadable }),
    }
  },
  look: async ({ chat_id, body }, call) => seenIn(await call(messages.list, { chat_id }), body.text),
  judge: judgeMessage,
  end({ input, opened, before, answer, now }) {
    if (answer) {
      const unreadable = before?.unreadable
      return { newest: answer.id, own: [ownMessage(answer)], ...(unreadable !== undefined && { unreadable }) }
    }
    if (!now) return undefined
    const it = before && arrived(input.body, opened?.files, before, now)
    return { ...now, own: it ? [it] : [] }
  },
}

/** Uploads one file of a message, under the message's own key: the service takes the same file twice as once. */
export const messageFileWrite: WriteKind<typeof documents.upload> = {
  name: 'messageFile',
  endpoint: documents.upload,
  serves: messageWrite.name,
  repeatable: true,
}
