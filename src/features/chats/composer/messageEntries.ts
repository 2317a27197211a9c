import { relationLabel } from '../../../contract/relations.ts'
import type { KeptFile } from '../../../outbox/Drafts.ts'
import type { MessageSeen } from './messageSeen.ts'
import { chatLane, messageFileWrite, messageWrite } from './messageWrite.ts'

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
