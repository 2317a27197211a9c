import type { Endpoint } from '../contract/endpoint.ts'
import { type Fault, type FaultyWrite, type Way, ways } from './faultAnswers.ts'
import { faultChatIds } from './faultChats.ts'

const kinds = new Map<string, Way>(Object.entries(ways))

/** What goes wrong with a write about the messages of a chat of faultChats.ts; a first is the first of just this. */
export async function chatFault(
  endpoint: Endpoint,
  { params, body, caller, db }: FaultyWrite,
): Promise<Fault | undefined> {
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
