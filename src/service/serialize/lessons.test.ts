import { describe, expect, it } from 'vitest'
import { timeline } from '../../contract/timeline.ts'
import { type TimelineInput, timelineDays, timelineRange } from './lessons.ts'

const berlin = 'Europe/Berlin'
const parseQuery = (query: Record<string, unknown> = {}) => timeline.days.query.parse(query)
const rangeAt = (local: string, query?: Record<string, unknown>) =>
  timelineRange(Date.parse(local), berlin, parseQuery(query))

const unit = (id: number, start_time: string, position: number | null) => ({
  id,
  school_id: 1,
  position,
  start_time,
  end_time: `${start_time.slice(0, 3)}45`,
  text: position === null ? 'Break' : String(position),
  is_break: position === null ? (1 as const) : (0 as const),
})
const maths = {
  id: 5,
  course_id: 1,
  name: 'Maths',
  short: 'Ma',
  room: '204',
  teacher: 'Albrecht',
  note: '',
  color: null,
  is_gradable: 1,
  is_timetable_only: 0,
  rooms: '{}',
} as const
const input = (rest: Partial<TimelineInput> = {}): TimelineInput => ({
  today: '2026-11-18',
  query: parseQuery(),
  units: [
    unit(1, '08:00', 1),
    unit(2, '08:50', null),
    unit(3, '09:00', 2),
    unit(4, '09:50', null),
    unit(6, '10:00', 3),
  ],
  lessons: [maths, { ...maths, id: 7, name: 'Latin', rooms: '{"3-1-0":"B1"}' }],
  entries: [{ weekday: 3, unit_id: 1, lesson_id: 5 }],
  holidays: [],
  representations: [],
  ...rest,
})
const doubles = {
  units: [unit(1, '08:00', 1), unit(3, '09:00', 2), unit(4, '09:50', null), unit(6, '10:00', 3)],
  entries: [1, 3, 6].map(unit_id => ({ weekday: 3, unit_id, lesson_id: 5 })),
}
const wednesday = { from: '2026-11-18', to: '2026-11-18' }
const shape = (rest: Partial<TimelineInput>) =>
  timelineDays(wednesday, input(rest))[0]?.lessons.map(slot =>
    slot.is_break ? 'break' : `${slot.unit.position}:${slot.lessons?.map(lesson => lesson.id).join('+')}`,
  )

describe('timelineRange', () => {
  it.each([
    // UTC+10:30
    ['2026-11-22T13:15:00Z', '2026-11-22', '2026-11-16'],
    ['2026-11-22T13:45:00Z', '2026-11-23', '2026-11-23'],
    // UTC+9:30
    ['2026-07-05T14:15:00Z', '2026-07-05', '2026-06-29'],
    ['2026-07-05T14:45:00Z', '2026-07-06', '2026-07-06'],
  ])('at %s, today is %s and the week starts on %s', (now, today, from) => {
    expect(timelineRange(Date.parse(now), 'Australia/Adelaide', parseQuery())).toMatchObject({ today, from })
  })

  it('starts on Monday and completes the last week of days_forward', () => {
    const now = '2026-11-18T10:20:00+01:00'
    expect(rangeAt(now)).toEqual({ today: '2026-11-18', from: '2026-11-16', to: '2026-11-29' })
    expect(rangeAt(now, { days_forward: '0' }).to).toBe('2026-11-22')
    expect(rangeAt(now, { days_forward: '4' }).to).toBe('2026-11-22')
    expect(rangeAt(now, { days_forward: '5' }).to).toBe('2026-11-29')
    expect(rangeAt(now, { start_today: 'true' }).from).toBe('2026-11-18')
  })
  it('uses the day of the school, not of UTC', () => {
    expect(rangeAt('2026-11-22T23:30:00Z').today).toBe('2026-11-23')
    expect(timelineRange(Date.parse('2026-11-23T03:00:00Z'), 'America/New_York', parseQuery()).from).toBe(
      '2026-11-16',
    )
  })
  it('spans week 53 and the end of the year', () => {
    const range = rangeAt('2026-12-31T12:00:00+01:00', { days_forward: 1 })
    expect(range).toEqual({ today: '2026-12-31', from: '2026-12-28', to: '2027-01-03' })
  })
})

describe('timelineDays', () => {
  it('contains every day once across both daylight-saving changes', () => {
    for (const [from, to] of [
      ['2026-03-23', '2026-04-05'],
      ['2026-10-19', '2026-11-01'],
      ['2026-12-28', '2027-01-10'],
    ] as const) {
      const dates = timelineDays({ from, to }, input()).map(day => day.date)
      expect(dates).toHaveLength(14)
      expect(new Set(dates).size).toBe(14)
      expect([dates[0], dates[13]]).toEqual([from, to])
    }
  })
  it('contains breaks and free periods between lessons only', () => {
    const entries = [
      { weekday: 3, unit_id: 1, lesson_id: 5 },
      { weekday: 3, unit_id: 6, lesson_id: 5 },
      { weekday: 3, unit_id: 6, lesson_id: 7 },
    ]
    expect(shape({})).toEqual(['1:5'])
    expect(shape({ entries })).toEqual(['1:5', 'break', '2:', 'break', '3:5+7'])
    expect(shape({ entries, query: parseQuery({ show_breaks: 'false' }) })).toEqual(['1:5', '2:', '3:5+7'])
  })
  it('marks today, and days without lessons as unschooled', () => {
    const week = timelineDays({ from: '2026-11-16', to: '2026-11-22' }, input())
    expect(week.map(day => day.is_today)).toEqual([false, false, true, false, false, false, false])
    expect(week.map(day => day.is_unschooled)).toEqual([false, false, false, false, false, true, true])
    const saturday = [{ weekday: 6, unit_id: 1, lesson_id: 5 }]
    const [, , , , , sixth] = timelineDays(
      { from: '2026-11-16', to: '2026-11-22' },
      input({ entries: saturday }),
    )
    expect(sixth).toMatchObject({ is_unschooled: false, lessons: [{ unit: { id: 1 } }] })
  })
  it('has a note instead of lessons on a holiday', () => {
    const holidays = [{ date: '2026-11-18', name: 'Staff training day' }]
    const representations = [{ date: '2026-11-18', body: '"Door by the yard"' }]
    const [day] = timelineDays(wednesday, input({ holidays, representations }))
    expect(day).toMatchObject({ is_unschooled: true, lessons: [] })
    expect(day?.representations).toEqual([{ kind: 'note', note: 'Staff training day' }, 'Door by the yard'])
    const query = parseQuery({ show_breaks: ['true', 'false'] })
    const [ordinary] = timelineDays(wednesday, input({ holidays, representations, query }))
    expect(ordinary).toMatchObject({ is_unschooled: false, representations: ['Door by the yard'] })
    expect(ordinary?.lessons).toHaveLength(1)
  })
  it('has rooms as an object, or an empty array without rooms', () => {
    const [day] = timelineDays(
      wednesday,
      input({ entries: [5, 7].map(lesson_id => ({ weekday: 3, unit_id: 1, lesson_id })) }),
    )
    expect(day?.lessons[0]?.lessons?.map(lesson => lesson.rooms)).toEqual([[], { '3-1-0': 'B1' }])
  })
})

describe('a double period', () => {
  const slots = (rest: Partial<TimelineInput>) =>
    timelineDays(wednesday, input(rest))[0]?.lessons.map(
      ({ unit: { id, start, end, position, positions } }) => [...[id, start, end, position], positions],
    )
  const changed = (body: object) => [{ date: '2026-11-18', body: JSON.stringify(body) }]
  const whole = [1, '08:00', '09:45', 1, [1, 2]]
  const third = [6, '10:00', '10:45', 3, [3]]
  const parts = [
    [1, '08:00', '08:45', 1, [1]],
    [3, '09:00', '09:45', 2, [2]],
  ]
  const pause = [null, '09:50', '09:45', null, []]

  it('is one slot of consecutive periods with the same subjects', () => {
    expect(slots(doubles)).toEqual([whole, pause, third])
    expect(slots({ ...doubles, query: parseQuery({ show_breaks: 'false' }) })).toEqual([whole, third])
  })

  it('is two slots if the second period has another subject in parallel', () => {
    const entries = [...doubles.entries, { weekday: 3, unit_id: 3, lesson_id: 7 }]
    expect(slots({ ...doubles, entries })?.slice(0, 2)).toEqual(parts)
  })

  it('is two slots if one of its periods is substituted', () => {
    const representations = changed({ unit_id: 3, kind: 'cancelled' })
    expect(slots({ ...doubles, representations })?.slice(0, 2)).toEqual(parts)
    const first = changed({ unit_id: 1, kind: 'cancelled' })
    expect(slots({ ...doubles, representations: first })?.slice(0, 2)).toEqual(parts)
    const readSlots = changed({ lesson_id: 5, kind: 'cancelled' })
    expect(slots({ ...doubles, representations: readSlots })?.[0]).toEqual(whole)
  })
})
