import { describe, expect, it } from 'vitest'
import { chats } from '../../contract/chats.ts'
import { documents } from '../../contract/documents.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { files } from '../../contract/files.ts'
import { homework } from '../../contract/homework.ts'
import { lessons } from '../../contract/lessons.ts'
import { messages } from '../../contract/messages.ts'
import { permissions } from '../../contract/permissions.ts'
import { submissions } from '../../contract/submissions.ts'
import { isInvalidatedBy } from './applyWrite.ts'

const stale = (write: [Endpoint, unknown], cached: [Endpoint, unknown]) =>
  isInvalidatedBy({ endpoint: write[0], input: write[1] }, { endpoint: cached[0], input: cached[1] })

it('a message invalidates its chat and the list of chats', () => {
  const sent: [Endpoint, unknown] = [messages.send, { chat_id: 5, body: { text: 'Hello' } }]
  expect(stale(sent, [messages.list, { chat_id: 5 }])).toBe(true)
  expect(stale(sent, [messages.list, { chat_id: 6 }])).toBe(false)
  expect(stale(sent, [chats.get, { chat_id: 5 }])).toBe(true)
  expect(stale(sent, [chats.get, { chat_id: 6 }])).toBe(false)
  expect(stale(sent, [chats.list, {}])).toBe(true)
  expect(stale(sent, [lessons.list, { course_id: 5 }])).toBe(false)
})

it('a grant invalidates the permissions of its own resource', () => {
  const given: [Endpoint, unknown] = [
    permissions.create,
    { body: { resource_ids: { chat_id: 5 }, target_ids: { user_id: 2 } } },
  ]
  expect(stale(given, [permissions.list, { chat_id: 5 }])).toBe(true)
  expect(stale(given, [permissions.list, { chat_id: '5' }])).toBe(true)
  expect(stale(given, [permissions.list, { chat_id: 6 }])).toBe(false)
})

it('a parameter that a write lacks does not limit its invalidation', () => {
  const changed: [Endpoint, unknown] = [permissions.change, { permission_id: 9, body: { is_write: true } }]
  expect(stale(changed, [permissions.list, { chat_id: 6 }])).toBe(true)
  expect(stale(changed, [permissions.get, { permission_id: 9 }])).toBe(true)
  expect(stale(changed, [permissions.get, { permission_id: 8 }])).toBe(false)
})

it('a deletion invalidates other resources of the same parent', () => {
  const removed: [Endpoint, unknown] = [permissions.remove, { permission_id: 9 }]
  expect(stale(removed, [permissions.get, { permission_id: 8 }])).toBe(true)
  const unsaid: [Endpoint, unknown] = [messages.remove, { chat_id: 5, message_id: 1 }]
  expect(stale(unsaid, [messages.list, { chat_id: 5 }])).toBe(true)
  expect(stale(unsaid, [messages.list, { chat_id: 6 }])).toBe(false)
})

describe('an upload invalidates the resources named by related_to', () => {
  const upload = (related_to: string): [Endpoint, unknown] => [
    documents.upload,
    { body: { related_to, file: new File(['a'], 'a.txt') } },
  ]
  const gets: Record<string, [Endpoint, unknown]> = {
    'homework list': [homework.list, { course_id: 1 }],
    'homework 5': [homework.get, { course_id: 1, homework_id: 5 }],
    'homework 6': [homework.get, { course_id: 1, homework_id: 6 }],
    'submissions of 5': [submissions.list, { todo_id: 5 }],
    'submissions of 6': [submissions.list, { todo_id: 6 }],
    'pupil 17 in 5': [submissions.get, { todo_id: 5, user_id: 17 }],
    'pupil 18 in 5': [submissions.get, { todo_id: 5, user_id: 18 }],
    files: [files.list, { course_id: 1 }],
    'file 5': [files.get, { course_id: 1, file_id: 5 }],
    'file 6': [files.get, { course_id: 1, file_id: 6 }],
  }
  it.each([
    ['todo.5', ['homework list', 'homework 5']],
    ['todo.5.user.17.submission', ['homework list', 'submissions of 5', 'pupil 17 in 5']],
    ['todo.5.user.17.correction', ['homework list', 'submissions of 5', 'pupil 17 in 5']],
    ['file.5', ['files', 'file 5']],
    ['chat-message-file-new', []],
    ['something else', Object.keys(gets)],
  ])('%s', (label, expected) => {
    const found = Object.entries(gets).filter(([, get]) => stale(upload(label), get))
    expect(found.map(([name]) => name)).toEqual(expected)
  })
})

it('homework_id and todo_id refer to the same homework', () => {
  const changed: [Endpoint, unknown] = [homework.change, { course_id: 1, homework_id: 5, body: {} }]
  expect(stale(changed, [submissions.list, { todo_id: 5 }])).toBe(true)
  expect(stale(changed, [submissions.list, { todo_id: 6 }])).toBe(false)
  const handedIn: [Endpoint, unknown] = [submissions.handIn, { todo_id: 5, body: {} }]
  expect(stale(handedIn, [homework.get, { course_id: 1, homework_id: 5 }])).toBe(true)
  expect(stale(handedIn, [homework.get, { course_id: 1, homework_id: 6 }])).toBe(false)
  const granted: [Endpoint, unknown] = [
    permissions.create,
    { body: { resource_ids: { todo_id: 5 }, target_ids: { user_id: 2 } } },
  ]
  expect(stale(granted, [submissions.list, { todo_id: 5 }])).toBe(true)
  expect(stale(granted, [submissions.list, { todo_id: 6 }])).toBe(false)
  expect(stale(granted, [permissions.list, { todo_id: 6 }])).toBe(false)
})
