import { expect, it } from 'vitest'
import { documents } from '../contract/documents.ts'
import { files } from '../contract/files.ts'
import { homework } from '../contract/homework.ts'
import { type SubmissionEntry, submissions } from '../contract/submissions.ts'
import { patchCached } from './cache/applyWrite.ts'

const entry = (userId: number, comment = '') =>
  ({ user: { id: userId }, submission: { todo_id: 5, user_id: userId, comment } }) as SubmissionEntry

const list = (...rows: unknown[]) => ({ rows, unreadable: 1 })
const correct = { endpoint: submissions.correct, input: { todo_id: 5, user_id: 17, body: {} } }
const ofTodo = (todo_id: number) => ({ endpoint: submissions.list, input: { todo_id } })
const ofPupil = (user_id: number) => ({ endpoint: submissions.get, input: { todo_id: 5, user_id } })

it('patchCached replaces the row with the same key', () => {
  const [first, last] = [entry(16), entry(18)]
  const cachedList = list(first, entry(17), last)
  const response = entry(17, 'new')
  const next = patchCached(correct, response, ofTodo(5), cachedList)
  expect(next).toEqual(list(entry(16), entry(17, 'new'), entry(18)))
  expect((next as typeof cachedList).rows[0]).toBe(first)
  expect((next as typeof cachedList).rows[2]).toBe(last)
  expect(cachedList.rows[1]).toEqual(entry(17))
})

it('patchCached replaces a single object', () => {
  expect(patchCached(correct, entry(17, 'new'), ofPupil(17), entry(17))).toEqual(entry(17, 'new'))
})

it('patchCached ignores other homework, pupils and GETs', () => {
  expect(patchCached(correct, entry(17), ofTodo(6), list(entry(17)))).toBeUndefined()
  expect(patchCached(correct, entry(17), ofPupil(18), entry(18))).toBeUndefined()
  const homeworks = { endpoint: homework.list, input: { course_id: 1 } }
  expect(patchCached(correct, entry(17), homeworks, list())).toBeUndefined()
})

it('patchCached reads an ID that the write lacks from the response', () => {
  const handIn = { endpoint: submissions.handIn, input: { todo_id: 5, body: {} } }
  expect(patchCached(handIn, entry(17, 'new'), ofPupil(17), entry(17))).toEqual(entry(17, 'new'))
  expect(patchCached(handIn, entry(17, 'new'), ofPupil(18), entry(18))).toBeUndefined()
})

it('patchCached adds a row only if the endpoint declares it', () => {
  expect(patchCached(correct, entry(17), ofTodo(5), list(entry(16)))).toBeUndefined()
  const create = { endpoint: homework.create, input: { course_id: 1, body: {} } }
  const listRead = { endpoint: homework.list, input: { course_id: 1 } }
  expect(patchCached(create, list({ id: 9 }), listRead, list({ id: 8 }))).toEqual(list({ id: 8 }, { id: 9 }))
})

it('patchCached returns undefined if the cached value is not a list', () => {
  expect(patchCached(correct, entry(17), ofTodo(5), undefined)).toBeUndefined()
  expect(patchCached(correct, entry(17), ofTodo(5), 'text')).toBeUndefined()
})

it("patchCached updates a file's document, and removes a folder's contents", () => {
  const file = (id: number, parent_id: number | null = null) => ({ id, parent_id, document: null })
  const cached = { endpoint: files.list, input: { course_id: 1 } }
  const cachedList = list(file(1), file(2, 1), file(3, 2), file(4), file(5, 6), file(6, 5))
  const upload = { endpoint: documents.upload, input: { body: { related_to: 'file.4' } } }
  const next = patchCached(upload, { id: 90 }, cached, cachedList)
  expect(next).toEqual(
    list(file(1), file(2, 1), file(3, 2), { ...file(4), document: { id: 90 } }, file(5, 6), file(6, 5)),
  )
  const elsewhere = { endpoint: documents.upload, input: { body: { related_to: 'file.7' } } }
  expect(patchCached(elsewhere, { id: 90 }, cached, cachedList)).toBeUndefined()

  const remove = (file_id: number, course_id = 1) => ({
    endpoint: files.remove,
    input: { course_id, file_id },
  })
  expect(patchCached(remove(1), undefined, cached, cachedList)).toEqual(list(file(4), file(5, 6), file(6, 5)))
  expect(patchCached(remove(5), undefined, cached, cachedList)).toEqual(
    list(file(1), file(2, 1), file(3, 2), file(4)),
  )
  expect(patchCached(remove(1, 2), undefined, cached, cachedList)).toBeUndefined()
  const unknown = { endpoint: files.remove, input: { course_id: 1, file_id: { madeBy: 'a', part: 'id' } } }
  expect(patchCached(unknown, undefined, cached, cachedList)).toBeUndefined()
})
