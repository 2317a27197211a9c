import { expect, it } from 'vitest'
import { canEdit, getSentFiles } from './Entry.ts'
import { hasFileToMake, makeFiles } from './resolveInput.ts'

const from = { log: 'the log', name: 'page1.jpg' }
const input = { body: { related_to: 'todo.1', file: { madeFile: { maker: 'markedCopy', from } } } }
const draft = { kind: 'correction', key: '1/2', value: {} }

it('a made file becomes a stored file, and keeps the log from which it was made', async () => {
  expect(hasFileToMake(input)).toBe(true)
  const made = await makeFiles(input, async () => 'the file')
  expect(hasFileToMake(made)).toBe(false)
  expect(made).toEqual({ body: { related_to: 'todo.1', file: { storedFile: 'the file', from } } })
})

it('an entry can be edited if it has sent nothing but files, also made ones', async () => {
  const upload = { endpoint: 'POST /documents', input: await makeFiles(input, async () => 'the file') }
  const other = { endpoint: 'POST /todos', input: { body: { text: 'the log' } } }
  const steps = [upload, other]
  expect(getSentFiles({ steps, results: [{}] })).toEqual(['the file', 'the log'])
  expect(canEdit({ steps, results: [{}], draft })).toBe(true)
  expect(canEdit({ steps, results: [{}, {}], draft })).toBe(false)
})
