import type { Chat } from '../../contract/chats.ts'
import { relationLabel } from '../../contract/document.ts'
import { documents } from '../../contract/documents.ts'
import type { Input } from '../../contract/endpoint.ts'
import { messages, supportsMessageKey } from '../../contract/messages.ts'
import { type NewEntry, step } from '../../delivery/entries/Entry.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { paths } from '../../paths.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'
import { type ChatDraft, chatDraft, draftKey, getMessageText } from './messageDraft.ts'
import { getAnswer } from './quote.ts'

export const chatLanePrefix = 'chat/'

/** Messages of a chat are sent in order (rule 25). */
export const chatLane = (chatId: number): string => `${chatLanePrefix}${chatId}`

type MessageBody = Input<typeof messages.send>['body']

/** `name`: name of the chat. */
type MessageToSend = {
  chat: Pick<Chat, 'id' | 'version'>
  name: string
  body: MessageBody
  draft: NonNullable<NewEntry['draft']>
  files?: ChatDraft['files']
}

/** A message or poll, with the uploads of its files. */
export function createMessageEntry({ chat, name, body, draft, files = [] }: MessageToSend): NewEntry {
  // Connects the files with their message. Other services take all uploads of the user that no message has.
  const key = supportsMessageKey(chat) ? { message_key: randomUuid() } : {}
  const uploads = files
    .filter(({ isSent }) => isSent !== true || supportsMessageKey(chat))
    .map(({ id }) =>
      step(documents.upload, {
        body: { related_to: relationLabel({ kind: 'newMessage' }), ...key, file: { storedFile: id } },
      }),
    )
  const text = getAnswer(body.text).trim() || sanitizeName(files[0]?.name ?? '')
  return {
    lane: chatLane(chat.id),
    title: `${name}: ${truncateText(text, 60)}`,
    path: paths.chat(chat.id),
    steps: [
      ...uploads,
      step(messages.send, {
        chat_id: chat.id,
        body: files.length > 0 ? { text: body.text, with_files: true, ...key } : body,
      }),
    ],
    draft,
  }
}

/** Moves the draft of the message field into an entry. */
export function createTextEntry(chat: MessageToSend['chat'], name: string, value: ChatDraft): NewEntry {
  const { confirmText, files } = value
  const text = getMessageText(value)
  // A poll with one option and names, which every service with polls accepts or refuses as a whole.
  const poll = { options: [confirmText ?? ''], is_anonymous: false, is_multiple_choice: false }
  return createMessageEntry({
    ...{ chat, name, files },
    body: confirmText === undefined ? { text } : { text, poll },
    draft: { kind: chatDraft.name, key: draftKey(chat.id), value },
  })
}
