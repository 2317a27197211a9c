import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { useFirstNewId } from './arrivals.ts'

beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const message = (id: number): Message => ({
  ...{ id, chat_id: 1, user: { id: 2, name: 'Omar Ruiz' }, text: 'Hello', has_files: false, meta_type: null },
  ...{ sent_at: '2026-11-18 08:20:00', is_own: false, reactions: [] },
})
const messagesUpTo = (newest: number) => Array.from({ length: newest }, (_, index) => message(index + 1))

/** Returns the ID below the line for new messages before and after a fourth of four arrives. */
async function firstNewIdsAround(
  lastReadId: number,
  { isAtEnd, hasUserScrolled }: { isAtEnd: boolean; hasUserScrolled: boolean },
) {
  const scroll = { getState: () => ({ isAtEnd, lastSeenId: 3 }), hasUserScrolled: () => hasUserScrolled }
  const options = { rows: messagesUpTo(3), lastReadId, isFresh: true, scroll }
  const { result, rerender } = renderHook(useFirstNewId, { initialProps: options })
  const before = result.current
  await act(async () => rerender({ ...options, rows: messagesUpTo(4) }))
  return [before, result.current]
}

it('moves to an arrival out of view if all was read', async () => {
  expect(await firstNewIdsAround(3, { isAtEnd: false, hasUserScrolled: true })).toEqual([undefined, 4])
  expect(await firstNewIdsAround(3, { isAtEnd: false, hasUserScrolled: false })).toEqual([undefined, 4])
  expect(await firstNewIdsAround(1, { isAtEnd: false, hasUserScrolled: true })).toEqual([2, 4])
})

it('stays on an arrival in view, or before scrolling', async () => {
  expect(await firstNewIdsAround(1, { isAtEnd: true, hasUserScrolled: true })).toEqual([2, 2])
  expect(await firstNewIdsAround(1, { isAtEnd: false, hasUserScrolled: false })).toEqual([2, 2])
})

it('moves to an arrival while the page is unfocused', async () => {
  vi.mocked(document.hasFocus).mockReturnValue(false)
  expect(await firstNewIdsAround(1, { isAtEnd: false, hasUserScrolled: false })).toEqual([2, 4])
})
