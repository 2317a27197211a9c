import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { chats } from '../../../contract/chats.ts'
import { readAnswer } from '../../../contract/readAnswer.ts'
import { findCreated } from './createChat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const list = (...named: readonly [id: number, name: string][]) =>
  readAnswer(
    chats.list.answer,
    named.map(([id, name]) => ({
      ...{ id, name, created_at: '2026-11-18 08:00:00', last_message_at: null, url: `/chats/${id}` },
      ...{ broadcast_only: false, files_allowed: true, is_admin: true, can_write: true, unread_messages: 0 },
    })),
  ).rows
const sent = { known: new Set([1]), name: 'Ski week' }

/** What became of looking, as far as it is known. */
function look(read: () => Promise<ReturnType<typeof list>>) {
  const outcome: { found?: number | 'nothing' | 'failed' } = {}
  findCreated(read, sent).then(
    chat => (outcome.found = chat?.id ?? 'nothing'),
    () => (outcome.found = 'failed'),
  )
  return outcome
}

it('does not believe that it is not there before a late request would have arrived', async () => {
  let rows = list([1, 'Ski week'])
  const outcome = look(async () => rows)
  await vi.advanceTimersByTimeAsync(4000)
  expect(outcome).toEqual({})
  rows = list([1, 'Ski week'], [2, 'Ski week'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(outcome).toEqual({ found: 2 })
})

it('says so then, or at once that it is there', async () => {
  const outcome = look(async () => list([1, 'Ski week'], [3, 'Museum trip']))
  await vi.advanceTimersByTimeAsync(5000)
  expect(outcome).toEqual({ found: 'nothing' })
  const atOnce = look(async () => list([1, 'Ski week'], [2, 'Ski week']))
  await vi.advanceTimersByTimeAsync(0)
  expect(atOnce).toEqual({ found: 2 })
})
