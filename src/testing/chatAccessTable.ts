import { smallChats } from './sampleSchool.ts'

export type RequestInput = { params?: Record<string, number>; query?: string; body?: unknown }
/** Expected results of an endpoint. access.test.ts lists the callers. */
export type AccessRow = {
  input: RequestInput
  statuses: string
  /** Inputs that answer 404 to every caller. */
  notFound?: RequestInput[]
}

const withScope = '401 401 401 403 200 200 200 200 200'
/** The pupil may read, the teacher may write. Class membership gives no access. */
const inChat = '401 401 401 403 404 404 200 200 200'
const chatWriter = '401 401 401 403 404 404 403 200 200'
const chatAdministrator = '401 401 401 403 404 404 403 403 200'
const { talk, other: otherChat, messages: messageIds } = smallChats
const chat_id = talk
const otherChats = [{ params: { chat_id: otherChat } }, { params: { chat_id: 99 } }]
const otherMessages = [
  { params: { chat_id: otherChat, message_id: messageIds.kerns } },
  { params: { chat_id, message_id: messageIds.kerns } },
  { params: { chat_id: otherChat, message_id: messageIds.poll } },
  { params: { chat_id, message_id: 99 } },
  { params: { chat_id: 99, message_id: messageIds.poll } },
]

const laterText = { text: 'Hello.', send_at: '2026-11-23T07:30:00+01:00' }

export const chatAccess: Record<string, AccessRow> = {
  'chats.list': { input: {}, statuses: withScope },
  'chats.get': { input: { params: { chat_id } }, statuses: inChat, notFound: otherChats },
  'chats.create': { input: { body: { name: 'Trip' } }, statuses: withScope },
  'chats.markRead': {
    input: { params: { chat_id }, body: { message_id: messageIds.ruizs } },
    statuses: inChat,
    notFound: otherChats.map(input => ({ ...input, body: { message_id: messageIds.kerns } })),
  },
  'messages.list': { input: { params: { chat_id } }, statuses: inChat, notFound: otherChats },
  'messages.send': {
    input: { params: { chat_id }, body: { text: 'Hello.' } },
    statuses: chatWriter,
    notFound: otherChats.map(input => ({ ...input, body: { text: 'Hello.' } })),
  },
  'scheduledMessages.list': { input: {}, statuses: withScope },
  'scheduledMessages.create': {
    input: { params: { chat_id }, body: laterText },
    statuses: chatWriter,
    notFound: otherChats.map(input => ({ ...input, body: laterText })),
  },
  // routes/scheduledMessages.test.ts has the messages of other users.
  'scheduledMessages.remove': {
    input: { params: { scheduled_message_id: 1 } },
    statuses: withScope.replaceAll('200', '404'),
  },
  'scheduledMessages.sendNow': {
    input: { params: { chat_id, scheduled_message_id: 1 } },
    statuses: withScope.replaceAll('200', '404'),
  },
  'messages.remove': {
    input: { params: { chat_id, message_id: messageIds.albrechts } },
    statuses: chatAdministrator,
    notFound: otherMessages,
  },
  'messages.vote': {
    input: { params: { chat_id, message_id: messageIds.poll }, body: { option_ids: [1] } },
    statuses: inChat,
    notFound: otherMessages.map(input => ({ ...input, body: { option_ids: [1] } })),
  },
  'messages.react': {
    input: { params: { chat_id, message_id: messageIds.ruizs }, body: { emoji: '👍' } },
    statuses: inChat,
    notFound: otherMessages.map(input => ({ ...input, body: { emoji: '👍' } })),
  },
}
