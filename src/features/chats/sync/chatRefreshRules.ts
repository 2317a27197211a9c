import type { Query, QueryClient } from '@tanstack/react-query'
import { callOf } from '../../../api/client/call.ts'
import type { RefreshPace, RefreshRule } from '../../../api/events/refreshRule.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { hasEveryChange, type Message, messages } from '../../../contract/messages.ts'
import { updateListRow } from './updateListRow.ts'

const messagesPace: RefreshPace = { spread: 0, gap: 1_000, maxGap: 1_000 }
/** Long, because `updateListRow` updates the row of an open chat without a request. */
const listPace: RefreshPace = { spread: 3_000, gap: 15_000, maxGap: 120_000 }

/** Each change of a chat increments its version by one. */
export function createChatRefreshRules(queryClient: QueryClient): { rules: RefreshRule[]; close(): void } {
  const cache = queryClient.getQueryCache()
  /** By query. */
  const completeVersions = new Map<string, number>()

  const hasMessageChange = ({ queryHash, state }: Query, version: number): boolean => {
    const cached = state.data as Rows<Message> | undefined
    if (!cached) return false
    const from = completeVersions.get(queryHash) ?? getNewestVersion(cached)
    if (!hasEveryChange(cached.rows, from, version)) return false
    completeVersions.set(queryHash, Math.max(from, version))
    return true
  }
  const unsubscribe = cache.subscribe(event => {
    const { meta, queryHash, state } = event.query
    if (meta?.endpoint !== messages.list) return
    if (event.type === 'removed') completeVersions.delete(queryHash)
    // Rows from the response to a write do not prove that the rows before them are complete.
    else if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) {
      completeVersions.set(queryHash, getNewestVersion(state.data as Rows<Message>))
      const { chat_id } = callOf(meta).input as { chat_id: number }
      updateListRow(queryClient, chat_id)
    }
  })

  return {
    rules: [
      {
        endpoint: messages.list,
        pace: messagesPace,
        hasChange: (query, { version }) => hasMessageChange(query, version),
      },
      {
        endpoint: chats.list,
        pace: listPace,
        hasChange({ state }, { id, version }) {
          const list = state.data as Rows<Chat> | undefined
          return hasVersion(
            list?.rows.find(chat => chat.id === id),
            version,
          )
        },
      },
      {
        endpoint: chats.get,
        hasChange: ({ state }, { version }) => hasVersion(state.data as Chat | undefined, version),
      },
    ],
    close: unsubscribe,
  }
}

/** False if the version is a time: a user has read the chat, or their access changed. */
const hasVersion = (chat: Chat | undefined, version: number): boolean => (chat?.version ?? 0) >= version

const getNewestVersion = ({ rows }: Rows<Message>): number =>
  rows.reduce((newest, { version = 0 }) => Math.max(newest, version), 0)
