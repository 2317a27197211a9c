import { expect, it } from 'vitest'
import { type Relation, readRelation, relationLabel } from './document.ts'

it.each<[string, Relation]>([
  ['file.12', { kind: 'file', fileId: 12 }],
  ['chat-message-file-new', { kind: 'newMessage' }],
  ['chat-message-file.7', { kind: 'message', messageId: 7 }],
  ['todo.3', { kind: 'homework', todoId: 3 }],
  ['todo.3.user.4.submission', { kind: 'submission', todoId: 3, userId: 4 }],
  ['todo.3.user.4.correction', { kind: 'correction', todoId: 3, userId: 4 }],
])('relationLabel and readRelation convert %s', (label, relation) => {
  expect(relationLabel(relation)).toBe(label)
  expect(readRelation(label)).toEqual(relation)
})

it.each(['', 'file.', 'file.0', 'file.1.2', 'todo.3.user.4', 'todo.3.user.4.else', 'todo.03', 'file.1\n'])(
  'readRelation returns undefined for %j',
  label => {
    expect(readRelation(label)).toBeUndefined()
  },
)
