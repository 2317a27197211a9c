import { describe, expect, it } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { countOthersAfter, findFirstUnreadIndex, findRowIndex, getRowHead } from './rows.ts'

const message = (id: number, sent_at: string, more: Partial<Message> = {}): Message => ({
  id,
  chat_id: 1,
  user: { id: 7, name: 'Omar Ruiz' },
  text: 'Good morning',
  has_files: false,
  meta_type: null,
  sent_at,
  is_own: false,
  reactions: [],
  ...more,
})
const headOf = (previous: Message | undefined, row: Message, isNew = false) =>
  getRowHead({ message: row, previous, isNew, timeZone: 'Europe/Berlin' })

describe('the head of a message', () => {
  const first = message(1, '2026-11-17 15:32:00')

  it('shows day and sender at the first of a day', () => {
    expect(headOf(undefined, first)).toMatchObject({
      day: '2026-11-17',
      showsAuthor: true,
      newMarker: undefined,
    })
    expect(headOf(first, message(2, '2026-11-18 15:32:10'))).toMatchObject({
      day: '2026-11-18',
      showsAuthor: true,
    })
  })

  it('omits the name for five minutes per sender', () => {
    expect(headOf(first, message(2, '2026-11-17 15:36:59'))).toMatchObject({
      day: undefined,
      showsAuthor: false,
    })
    expect(headOf(first, message(2, '2026-11-17 15:37:00')).showsAuthor).toBe(true)
    expect(
      headOf(first, message(2, '2026-11-17 15:33:00', { user: { id: 8, name: 'Omar Ruiz' } })).showsAuthor,
    ).toBe(true)
  })

  it('names the sender again after a hidden message', () => {
    expect(headOf({ ...first, is_hidden: true }, message(2, '2026-11-17 15:33:00')).showsAuthor).toBe(true)
  })

  it('shows the line and previous time above the first unread', () => {
    const head = headOf(first, message(2, '2026-11-17 15:33:00'), true)
    expect(head).toMatchObject({ showsAuthor: true, newMarker: { since: { clock: '15:32' } } })
    expect(headOf(undefined, first, true).newMarker).toEqual({ since: undefined })
  })

  it('uses days of the school’s time zone', () => {
    const late = message(2, '2026-11-17T23:30:00Z')
    expect(headOf(first, late)).toMatchObject({ day: '2026-11-18', sent: { clock: '00:30' } })
  })

  it('shows no day without a valid date', () => {
    expect(headOf(first, message(2, '2026-13-01 10:00:00'))).toMatchObject({
      sent: undefined,
      day: undefined,
      showsAuthor: true,
    })
  })
})

describe('the first unread', () => {
  const rows = [1, 2, 3, 5, 8].map(id => ({ id, is_own: id === 3 }))

  it('is another user’s first message after the read position', () => {
    expect(findFirstUnreadIndex(rows, 2)).toBe(3)
    expect(findFirstUnreadIndex(rows, 4)).toBe(3)
    expect(findFirstUnreadIndex(rows, 8)).toBe(-1)
  })

  it('countOthersAfter counts others’ messages after an ID', () => {
    expect(countOthersAfter(rows, 1)).toBe(3)
    expect(countOthersAfter(rows, 8)).toBe(0)
  })
})

describe('rows', () => {
  it('are found by ID', () => {
    const rows = [2, 4, 6].map(id => ({ id }))
    expect([1, 2, 4, 5, 6, 7].map(id => findRowIndex(rows, id))).toEqual([-1, 0, 1, -1, 2, -1])
    expect(findRowIndex([], 1)).toBe(-1)
  })
})
