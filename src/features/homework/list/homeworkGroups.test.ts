import { describe, expect, it } from 'vitest'
import { homework } from '../../../contract/homework.ts'
import { parseResponse } from '../../../contract/parseResponse.ts'
import { filterRows, groupRows, type HomeworkRow, toRows } from './homeworkGroups.ts'
import type { SortOrder } from './useHomeworkAddress.ts'

const today = '2026-11-18'
const timeZone = 'Europe/Berlin'

/** Creates rows from `due text`. `!`: the user corrects it. `#7`: another subject. */
const rows = (...lines: string[]): HomeworkRow[] => {
  const sent = lines.map((line, index) => {
    const [due = '', ...words] = line.split(' ')
    return {
      id: index + 1,
      course_id: 1,
      lesson_id: Number(/#(\d)/.exec(line)?.[1] ?? 3),
      text: words.join(' '),
      note: null,
      until_datetime: due,
      can_edit: line.includes('!'),
      is_submissionable: line.includes('!'),
    }
  })
  return toRows(parseResponse(homework.list.response, sent).rows, [], timeZone)
}

const describeGroups = (all: HomeworkRow[], counts: Record<number, number> = {}, sort: SortOrder = 'due') =>
  groupRows(all, {
    sort,
    today,
    toCorrect: new Map(Object.entries(counts).map(([id, count]) => [Number(id), count])),
  }).map(
    group =>
      `${group.kind === 'subject' ? `#${group.subject.id}` : group.kind}: ${group.rows.map(row => row.homework.id).join(' ')}`,
  )

describe('by due date', () => {
  it('sorts days, past homework last and latest first', () => {
    const all = rows(
      '2026-11-25T08:00:00 week',
      '2026-11-26T00:00:00 later',
      '2026-11-18T12:40:00 today',
      '2026-11-18T07:00:00 today',
      '2026-11-17T23:59:00 past',
      '2026-11-02T08:00:00 past',
      '2026-11-19T08:00:00 week',
    )
    expect(describeGroups(all)).toEqual(['today: 4 3', 'week: 7 1', 'later: 2', 'past: 5 6'])
  })

  it('uses school days, and dates without time unchanged', () => {
    // The day before in UTC.
    const all = rows('2026-11-17T23:30:00Z today', '2026-11-18 today', '2026-11-17 past')
    expect(describeGroups(all)).toEqual(['today: 2 1', 'past: 3'])
  })

  it('lists past homework to mark as overdue', () => {
    const all = rows('2026-11-12 a!', '2026-11-16 b!', '2026-11-17 c', '2026-11-18 d!')
    expect(describeGroups(all)).toEqual(['today: 4', 'past: 3 2 1'])
    expect(describeGroups(all, { 1: 4, 2: 0, 4: 9 })).toEqual(['overdue: 1', 'today: 4', 'past: 3 2'])
  })

  it('omits empty groups', () => {
    expect(describeGroups([])).toEqual([])
    expect(describeGroups(rows('2027-01-08 x'))).toEqual(['later: 1'])
  })
})

it('by subject: past homework in a group', () => {
  const all = rows('2026-11-19 #4', '2026-11-18 #3', '2026-11-23 #4', '2026-11-01 #4')
  expect(describeGroups(all, {}, 'subject')).toEqual(['#3: 2', '#4: 1 3', 'past: 4'])
})

it('by submissions to mark: highest first', () => {
  const all = rows('2026-11-16 a!', '2026-11-18 b!', '2026-11-19 c!', '2026-11-19 d')
  expect(describeGroups(all, { 1: 2, 2: 7, 3: 0 }, 'correct')).toEqual(['toCorrect: 2 1', 'rest: 3 4'])
})

it('search: words ignoring case and accents, and subject', () => {
  const all = rows('2026-11-19 Übung 4 #3', '2026-11-19 Read #4', '2026-11-20 übung 5 #4')
  const search = (find: string, subject?: number) =>
    filterRows(all, { find, subject })
      .map(row => row.homework.id)
      .toSorted()
  expect(search('ubung')).toEqual([1, 3])
  expect(search(' UBUNG  5 ')).toEqual([3])
  expect(search('', 4)).toEqual([2, 3])
  expect(search('ubung', 4)).toEqual([3])
  expect(search('nothing')).toEqual([])
})
