import { smallChats } from './sampleSchool.ts'

/** A request to one endpoint. */
export type Ask = { params?: Record<string, number>; query?: string; body?: unknown }
/** Who may call an endpoint. For the order of the callers, see access.test.ts. */
export type Row = {
  ask: Ask
  /** Expected status for each caller, separated by spaces. */
  answers: string
  /** Requests with IDs of other parents or unused IDs. They give 404 for every caller, including the administrator. */
  elsewhere?: Ask[]
}

const withScope = '401 401 401 403 200 200 200 200 200'
/** In the chat, the pupil may read and the teacher may write. Membership of the class alone gives no access. */
const inChat = '401 401 401 403 404 404 200 200 200'
const chatWriter = '401 401 401 403 404 404 403 200 200'
const chatAdministrator = '401 401 401 403 404 404 403 403 200'
const { talk, other: otherChat, messages: said } = smallChats
const chat_id = talk
const otherChats = [{ params: { chat_id: otherChat } }, { params: { chat_id: 99 } }]
const otherMessages = [
  { params: { chat_id: otherChat, message_id: said.kerns } },
  { params: { chat_id, message_id: said.kerns } },
  { params: { chat_id: otherChat, message_id: said.poll } },
  { params: { chat_id, message_id: 99 } },
  { params: { chat_id: 99, message_id: said.poll } },
]

/** Rows of the access table for chats and messages. */
export const chatAccess: Record<string, Row> = {
  'chats.list': { ask: {}, answers: withScope },
  'chats.get': { ask: { params: { chat_id } }, answers: inChat, elsewhere: otherChats },
  'chats.create': { ask: { body: { name: 'Trip' } }, answers: withScope },
  'chats.markRead': {
    ask: { params: { chat_id }, body: { message_id: said.ruizs } },
    answers: inChat,
    elsewhere: otherChats.map(ask => ({ ...ask, body: { message_id: said.kerns } })),
  },
  'messages.list': { ask: { params: { chat_id } }, answers: inChat, elsewhere: otherChats },
  'messages.send': {
    ask: { params: { chat_id }, body: { text: 'Hello.' } },
    answers: chatWriter,
    elsewhere: otherChats.map(ask => ({ ...ask, body: { text: 'Hello.' } })),
  },
  // Users may delete their own messages. Administrators of the chat may delete any.
  'messages.remove': {
    ask: { params: { chat_id, message_id: said.albrechts } },
    answers: chatAdministrator,
    elsewhere: otherMessages,
  },
  'messages.vote': {
    ask: { params: { chat_id, message_id: said.poll }, body: { option_ids: [1] } },
    answers: inChat,
    elsewhere: otherMessages.map(ask => ({ ...ask, body: { option_ids: [1] } })),
  },
  'messages.react': {
    ask: { params: { chat_id, message_id: said.ruizs }, body: { emoji: '👍' } },
    answers: inChat,
    elsewhere: otherMessages.map(ask => ({ ...ask, body: { emoji: '👍' } })),
  },
}
