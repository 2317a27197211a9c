import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { useNewFrom } from './arrivals.ts'

beforeEach(() => void vi.spyOn(document, 'hasFocus').mockReturnValue(true))
afterEach(() => void vi.restoreAllMocks())

const message = (id: number): Message => ({
  ...{ id, chat_id: 1, user: { id: 2, name: 'Omar Ruiz' }, text: 'Hello', has_files: false, meta_type: null },
  ...{ sent_at: '2026-11-18 08:20:00', is_own: false, reactions: [] },
})
const upTo = (newest: number) => Array.from({ length: newest }, (_, index) => message(index + 1))

/** A chat of three, read up to `lastReadId` and seen to its end; answers with where the line stands after a fourth. */
function lineAfterFourth(lastReadId: number, { atEnd, touched }: { atEnd: boolean; touched: boolean }) {
  const scroll = { view: () => ({ atEnd, seen: 3 }), touched: () => touched }
  const opened = { rows: upTo(3), lastReadId, unread: 3 - lastReadId, isFresh: true, scroll }
  const { result, rerender } = renderHook(useNewFrom, { initialProps: opened })
  const before = result.current
  rerender({ ...opened, rows: upTo(4) })
  return [before, result.current]
}

it('stands above what arrives out of sight once all was read', () => {
  expect(lineAfterFourth(3, { atEnd: false, touched: true })).toEqual([undefined, 4])
  expect(lineAfterFourth(3, { atEnd: false, touched: false })).toEqual([undefined, 4])
  expect(lineAfterFourth(1, { atEnd: false, touched: true })).toEqual([2, 4])
})

it('stays for who sees what arrives, or has not moved since the chat was opened', () => {
  expect(lineAfterFourth(1, { atEnd: true, touched: true })).toEqual([2, 2])
  expect(lineAfterFourth(1, { atEnd: false, touched: false })).toEqual([2, 2])
})

it('goes to what arrives while nobody is in front of the page', () => {
  vi.mocked(document.hasFocus).mockReturnValue(false)
  expect(lineAfterFourth(1, { atEnd: false, touched: false })).toEqual([2, 4])
})
