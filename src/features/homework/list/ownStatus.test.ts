import { describe, expect, it } from 'vitest'
import { homework } from '../../../contract/homework.ts'
import { parseResponse } from '../../../contract/parseResponse.ts'
import type { Submission } from '../../../contract/submissions.ts'
import { type HomeworkRow, toRows } from './homeworkGroups.ts'
import { getIdsToCheck, getOwnStatus, groupByStatus, type OwnSubmission } from './ownStatus.ts'

const today = '2026-11-18'

/** Creates rows from `due`. `-`: no hand-in. */
const rows = (...lines: string[]): HomeworkRow[] => {
  const sent = lines.map((line, index) => ({
    ...{ id: index + 1, course_id: 1, lesson_id: 3, text: line, note: null },
    ...{ until_datetime: line.slice(0, 10), can_edit: false, is_submissionable: !line.endsWith('-') },
  }))
  return toRows(parseResponse(homework.list.response, sent).rows, [], 'Europe/Berlin')
}

type Facts = Partial<Submission>
const submission = (facts: Facts = {}) =>
  ({
    user_can_submit: true,
    is_acknowledged: false,
    acknowledged_at: null,
    is_submitted: false,
    submitted_at: null,
    is_corrected: false,
    points: null,
    ...facts,
  }) as Submission
const open = submission()
const handedIn = submission({ is_submitted: true, submitted_at: '2026-11-17 18:02:00' })
const returned = submission({ is_submitted: true, is_corrected: true, points: 12.5, user_can_submit: false })

const describeGroups = (all: HomeworkRow[], found: Record<number, OwnSubmission>) =>
  groupByStatus(all, {
    today,
    submissions: new Map(Object.entries(found).map(([id, state]) => [Number(id), state])),
    checkedIds: getIdsToCheck(all, today),
  }).map(group => `${group.kind}: ${group.rows.map(row => row.homework.id).join(' ')}`)

describe('groups', () => {
  it('lists homework to do by due date, then handed in and returned', () => {
    const all = rows('2026-11-20', '2026-11-18', '2026-11-12', '2026-11-19', '2026-11-10', '2026-11-11')
    expect(describeGroups(all, { 1: open, 2: open, 3: open, 4: handedIn, 5: returned, 6: returned })).toEqual(
      ['toDo: 3 2 1', 'handedIn: 4', 'returned: 6 5'],
    )
  })

  it('never lists unknown work as to do', () => {
    const all = rows('2026-11-20', '2026-11-19', '2026-11-12', '2026-11-21-')
    expect(describeGroups(all, { 1: 'failed' })).toEqual(['toDo: 4', 'unknown: 3 2 1'])
  })

  it('puts past homework without anything to hand in, and older homework, into the past', () => {
    const all = rows('2026-11-12-', ...Array.from({ length: 8 }, (_, index) => `2026-10-1${index}`))
    const found = Object.fromEntries(all.map(row => [row.homework.id, handedIn]))
    expect(describeGroups(all, { ...found, 1: open })).toEqual(['handedIn: 4 5 6 7 8 9', 'past: 1 3 2'])
  })
})

it('checks the twelve soonest and the six most recent past ones', () => {
  const upcoming = Array.from({ length: 20 }, (_, index) => `2026-12-${index + 10}`)
  const past = Array.from({ length: 10 }, (_, index) => `2026-10-${index + 10}`)
  const ids = getIdsToCheck(rows(...upcoming, ...past, '2026-11-17-'), today)
  expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 30, 29, 28, 27, 26, 25])
})

it.each<[string, OwnSubmission | undefined, object]>([
  ['2026-11-20', undefined, { kind: 'unknown' }],
  ['2026-11-20', 'unsupported', { kind: 'failed' }],
  ['2026-11-20-', undefined, { kind: 'nothing' }],
  ['2026-11-20-', 'failed', { kind: 'nothing' }],
  ['2026-11-20', open, { kind: 'toHandIn' }],
  ['2026-11-20', submission({ user_can_submit: false }), { kind: 'closed' }],
  ['2026-11-20', handedIn, { kind: 'handedIn', at: '2026-11-17 18:02:00', canRepeat: true }],
  ['2026-11-20', returned, { kind: 'returned', points: 12.5 }],
  [
    '2026-11-20-',
    submission({ is_acknowledged: true, acknowledged_at: '2026-11-16 15:40:00' }),
    { kind: 'seen', at: '2026-11-16 15:40:00' },
  ],
])('status of %s', (line, found, status) => {
  const [row] = rows(line)
  if (!row) throw new Error('no row')
  expect(getOwnStatus(row, found, undefined)).toEqual(status)
  expect(getOwnStatus(row, found, 'sending')).toEqual({ kind: 'pending', state: 'sending' })
})
