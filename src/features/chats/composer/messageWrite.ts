import { relationLabel } from '../../../contract/document.ts'
import { documents } from '../../../contract/documents.ts'
import { messages } from '../../../contract/messages.ts'
import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'
import { arrived, MessageSeen, ownMessage, reconcileMessage, seenIn } from './reconcileMessage.ts'

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
  fetchRemote: async ({ chat_id, body }, call) => seenIn(await call(messages.list, { chat_id }), body.text),
  reconcile: reconcileMessage,
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

/** A poll as it is made. `text` is the question. */
export type PollToSend = {
  text: string
  options: string[]
  is_anonymous: boolean
  is_multiple_choice: boolean
}
export type TextToSend = { text: string; files?: readonly KeptFile[] | undefined }

/**
 * What is known of the chat where it is written: the newest message and how many could not be read. `takesKey`: its service
 * knows what tells the files of one message from those of another.
 */
export type Loaded = Pick<MessageSeen, 'newest' | 'unreadable'> & { takesKey?: boolean }

/** The entries of one message for the outbox: its files, then itself, all under its own key where that is known. */
export function messageEntries(
  chatId: number,
  message: TextToSend | PollToSend,
  { takesKey = false, ...loaded }: Loaded,
  key: string,
) {
  const lane = chatLane(chatId)
  const files = 'files' in message ? [...(message.files ?? [])] : []
  const opened: MessageSeen = { ...loaded, own: [], ...(files.length > 0 && { files }) }
  return [
    ...files.map(({ id }) => ({
      kind: messageFileWrite,
      entry: {
        input: {
          body: {
            related_to: relationLabel({ kind: 'newMessage' }),
            ...(takesKey && { message_key: key }),
            file: { keptFile: id },
          },
        },
        lane,
        group: key,
      },
    })),
    {
      kind: messageWrite,
      entry: {
        input: { chat_id: chatId, body: bodyOf(message, files.length > 0, takesKey ? key : undefined) },
        lane,
        group: key,
        opened,
      },
    },
  ]
}

/** As api.md has its three kinds of message. The key only with files, and where the service knows it. */
function bodyOf(message: TextToSend | PollToSend, withFiles: boolean, message_key: string | undefined) {
  if ('options' in message) {
    const { text, ...poll } = message
    return { text, poll }
  }
  if (!withFiles) return { text: message.text }
  return { text: message.text, with_files: true as const, ...(message_key !== undefined && { message_key }) }
}
