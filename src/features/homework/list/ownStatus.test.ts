import { describe, expect, it } from 'vitest'
import { homework, type OwnStatus } from '../../../contract/homework.ts'
import { parseResponse } from '../../../contract/parseResponse.ts'
import { type HomeworkRow, toRows } from './homeworkGroups.ts'
import { getOwnStatus, groupByStatus } from './ownStatus.ts'

const today = '2026-11-18'

/** Creates rows from `due`. `-`: no hand-in. */
const rows = (...lines: string[]): HomeworkRow[] => {
  const sent = lines.map((line, index) => ({
    ...{ id: index + 1, course_id: 1, lesson_id: 3, text: line, note: null },
    ...{ until_datetime: line.slice(0, 10), can_edit: false, is_submissionable: !line.endsWith('-') },
  }))
  return toRows(parseResponse(homework.list.response, sent).rows, [], 'Europe/Berlin')
}

const open: OwnStatus = {
  ...{ is_acknowledged: false, acknowledged_at: null, is_submitted: false, submitted_at: null },
  ...{ is_corrected: false, corrected_at: null, points: null },
}
const handedIn = { ...open, is_submitted: true, submitted_at: '2026-11-17 18:02:00' }
const returned = { ...handedIn, is_corrected: true, points: 12.5 }

const describeGroups = (all: HomeworkRow[], statuses: Record<number, OwnStatus>) =>
  groupByStatus(all, {
    today,
    allRows: all,
    statuses: new Map(Object.entries(statuses).map(([id, status]) => [Number(id), status])),
  }).map(group => `${group.kind}: ${group.rows.map(row => row.homework.id).join(' ')}`)

describe('groups', () => {
  it('lists homework to do by due date, then handed in and returned', () => {
    const all = rows('2026-11-20', '2026-11-18', '2026-11-12', '2026-11-19', '2026-11-10', '2026-11-11')
    expect(describeGroups(all, { 1: open, 2: open, 3: open, 4: handedIn, 5: returned, 6: returned })).toEqual(
      ['toDo: 3 2 1', 'handedIn: 4', 'returned: 6 5'],
    )
  })

  it('puts past homework without anything to hand in, and older homework, into the past', () => {
    const all = rows('2026-11-12-', ...Array.from({ length: 8 }, (_, index) => `2026-10-1${index}`))
    const found = Object.fromEntries(all.map(row => [row.homework.id, handedIn]))
    expect(describeGroups(all, { ...found, 1: open })).toEqual(['handedIn: 4 5 6 7 8 9', 'past: 1 3 2'])
  })
})

it.each<[string, OwnStatus | null, object]>([
  ['2026-11-20-', null, { kind: 'nothing' }],
  ['2026-11-20-', open, { kind: 'nothing' }],
  ['2026-11-20', open, { kind: 'toHandIn' }],
  ['2026-11-20', handedIn, { kind: 'handedIn', at: '2026-11-17 18:02:00', canRepeat: true }],
  ['2026-11-20', returned, { kind: 'returned', points: 12.5 }],
  [
    '2026-11-20-',
    { ...open, is_acknowledged: true, acknowledged_at: '2026-11-16 15:40:00' },
    { kind: 'seen', at: '2026-11-16 15:40:00' },
  ],
])('status of %s', (line, own_status, status) => {
  const [row] = rows(line)
  if (!row) throw new Error('no row')
  const homework = { ...row.homework, own_status }
  expect(getOwnStatus(homework, undefined)).toEqual(status)
  const pending = { state: 'sending' } as const
  expect(getOwnStatus(homework, pending)).toEqual({ kind: 'pending', ...pending })
})
