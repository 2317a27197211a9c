import { expect, it } from 'vitest'
import { chats } from '../contract/chats.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { lessons } from '../contract/lessons.ts'
import { messages } from '../contract/messages.ts'
import { permissions } from '../contract/permissions.ts'
import { makesStale } from './touches.ts'

const stale = (write: [Endpoint, unknown], cached: [Endpoint, unknown]) =>
  makesStale({ endpoint: write[0], input: write[1] }, { endpoint: cached[0], input: cached[1] })

it('a message touches its chat and the list of chats, no other chat and nothing else', () => {
  const sent: [Endpoint, unknown] = [messages.send, { chat_id: 5, body: { text: 'Hello' } }]
  expect(stale(sent, [messages.list, { chat_id: 5 }])).toBe(true)
  expect(stale(sent, [messages.list, { chat_id: 6 }])).toBe(false)
  expect(stale(sent, [chats.get, { chat_id: 5 }])).toBe(true)
  expect(stale(sent, [chats.get, { chat_id: 6 }])).toBe(false)
  expect(stale(sent, [chats.list, {}])).toBe(true)
  expect(stale(sent, [lessons.list, { course_id: 5 }])).toBe(false)
})

it('a grant touches the list of its own content', () => {
  const given: [Endpoint, unknown] = [
    permissions.create,
    { body: { resource_ids: { chat_id: 5 }, target_ids: { user_id: 2 } } },
  ]
  expect(stale(given, [permissions.list, { chat_id: 5 }])).toBe(true)
  expect(stale(given, [permissions.list, { chat_id: '5' }])).toBe(true)
  expect(stale(given, [permissions.list, { chat_id: 6 }])).toBe(false)
})

it('what a write does not say does not narrow', () => {
  const changed: [Endpoint, unknown] = [permissions.change, { permission_id: 9, body: { is_write: true } }]
  expect(stale(changed, [permissions.list, { chat_id: 6 }])).toBe(true)
  expect(stale(changed, [permissions.get, { permission_id: 9 }])).toBe(true)
  expect(stale(changed, [permissions.get, { permission_id: 8 }])).toBe(false)
})

it('what is deleted may take others along, of the same place only', () => {
  const removed: [Endpoint, unknown] = [permissions.remove, { permission_id: 9 }]
  expect(stale(removed, [permissions.get, { permission_id: 8 }])).toBe(true)
  const unsaid: [Endpoint, unknown] = [messages.remove, { chat_id: 5, message_id: 1 }]
  expect(stale(unsaid, [messages.list, { chat_id: 5 }])).toBe(true)
  expect(stale(unsaid, [messages.list, { chat_id: 6 }])).toBe(false)
})
