import type { Endpoint } from '../contract/endpoint.ts'
import type { Way } from './faultAnswers.ts'
import { type ChatFaultKind, faultChatIds } from './faultChats.ts'
import type { Db } from './store/schema.ts'

const ways: Record<ChatFaultKind, Way> = {
  lostFirst: { how: 'lost', onlyFirst: true },
  brokenFirst: { how: 'broken', onlyFirst: true },
  failsFirst: { how: 'fails', onlyFirst: true },
  busyFirst: { how: 'busy', onlyFirst: true },
  busyBareFirst: { how: 'busyBare', onlyFirst: true },
  late: { how: 'late', onlyFirst: false },
  fails: { how: 'fails', onlyFirst: false },
}
const kinds = new Map<string, Way>(Object.entries(ways))

type Asked = {
  params: Record<string, number>
  body: unknown
  caller: { userId: number } | undefined
  db: Db
}

/** What goes wrong with a write about the messages of a chat of faultChats.ts, and what tells a first from a second. */
export async function chatFault(endpoint: Endpoint, { params, body, caller, db }: Asked) {
  const { chat_id = 0, message_id = 0 } = params
  if (endpoint.resource !== 'message' || endpoint.method === 'GET') return undefined
  if (chat_id < faultChatIds.first || chat_id > faultChatIds.last) return undefined
  const fault = await db
    .selectFrom('chat_faults')
    .select(['kind', 'value'])
    .where('chat_id', '=', chat_id)
    .executeTakeFirst()
  const way = fault && kinds.get(fault.kind)
  if (!fault || !way) return undefined
  const what = [chat_id, message_id, caller?.userId, endpoint.method, endpoint.path, JSON.stringify(body)]
  return { way, value: fault.value, key: what.join(' ') }
}
