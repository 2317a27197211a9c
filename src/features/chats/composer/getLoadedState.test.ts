import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { keyOf } from '../../../api/cache/query.ts'
import { setResponseInfo } from '../../../api/client/responseInfo.ts'
import { chats } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { parseResponse } from '../../../contract/parseResponse.ts'
import { getLoadedState } from '../messageQueue.ts'

const requestedAt = Date.UTC(2026, 10, 18, 8)
const message = {
  ...{ id: 7, chat_id: 1, user: { id: 2, name: 'Omar Ruiz' }, text: 'Yes', is_own: false },
  ...{ has_files: false, meta_type: null, sent_at: '2026-11-18 08:00:00', reactions: [] },
}
const chat = (newest: number) => ({
  ...{ id: 1, name: 'Class 8b', created_at: '2026-09-01 08:00:00', last_message_at: null, url: '/chats/1' },
  ...{ broadcast_only: false, files_allowed: true, is_admin: false, can_write: true, unread_messages: 0 },
  last_message: { id: newest, text: 'Yes' },
})

function createCache() {
  const client = new QueryClient()
  const list = parseResponse(messages.list.response, [message])
  setResponseInfo(list, { requestedAt })
  client.setQueryData(keyOf(messages.list, { chat_id: 1 }), list)
  const listed = (newest: number, at: number) => {
    const rows = parseResponse(chats.list.response, [chat(newest)])
    client.setQueryData(keyOf(chats.list, {}), rows)
    setResponseInfo(client.getQueryData(keyOf(chats.list, {})), { requestedAt: at })
  }
  return { client, listed, loadedAt: (now: number) => getLoadedState(client, 1, now) }
}

it('knows the newest message for 30 s after the request', () => {
  const { client, loadedAt } = createCache()
  expect(loadedAt(requestedAt + 29_000)).toEqual({ newest: 7, supportsKey: false })
  // Another device may have sent the same text by now.
  expect(loadedAt(requestedAt + 30_000)).toEqual({ supportsKey: false })
  expect(getLoadedState(client, 2, requestedAt)).toEqual({ supportsKey: false })
  client.clear()
})

it('knows it longer if the chat list has no newer one', () => {
  const { client, listed, loadedAt } = createCache()
  listed(7, requestedAt + 40_000)
  expect(loadedAt(requestedAt + 50_000)).toEqual({ newest: 7, supportsKey: false })
  listed(8, requestedAt + 45_000)
  expect(loadedAt(requestedAt + 50_000)).toEqual({ supportsKey: false })
  client.clear()
})

it('returns whether the service supports message keys', () => {
  const { client, listed } = createCache()
  listed(7, requestedAt)
  expect(getLoadedState(client, 1, requestedAt).supportsKey).toBe(false)
  client.setQueryData(keyOf(chats.list, {}), parseResponse(chats.list.response, [{ ...chat(7), version: 3 }]))
  expect(getLoadedState(client, 1, requestedAt).supportsKey).toBe(true)
  client.clear()
})
