import { expect, it } from 'vitest'
import { hour, myDay, mySlot, subject } from '../../../testing/sampleDays.ts'
import { createMyDays, type MyDay } from '../myDays.ts'
import { getDefaultDate, listCoverDays, listCoverLessons } from './coverDays.ts'

const maths = subject(1, 'Maths', '204', 'Albrecht')
const art = subject(2, 'Art', 'A 3', 'Albrecht')
const day = (date: string, slots: ReturnType<typeof hour>[], more = {}) =>
  myDay(
    date,
    slots.map(slot => mySlot(slot)),
    more,
  )
const keysOf = (days: readonly MyDay[]) =>
  days.map(each => listCoverLessons(each).map(({ start, end, lessons }) => [start, end, lessons.length]))

it('merges lessons of one subject that follow each other', () => {
  const days = createMyDays([
    day('2026-11-18', [hour(1, maths), hour(2, maths), hour(3, art), hour(4, maths)]),
  ])
  const [first] = days
  const blocks = listCoverLessons(first)
  expect(blocks.map(({ lessons }) => lessons.map(({ lesson }) => lesson.subject.name))).toEqual([
    ['Maths', 'Maths'],
    ['Art'],
    ['Maths'],
  ])
  const hours = first?.entries.flatMap(entry => (entry.kind === 'lesson' ? [entry.hour] : [])) ?? []
  expect(keysOf(days)[0]?.[0]).toEqual([hours[0]?.start, hours[1]?.end, 2])
})

it('leaves out cancelled lessons, and days without others', () => {
  const cancelled = day('2026-11-18', [hour(1, maths)], {
    representations: [{ id: 1, unit_id: 101, lesson_id: 1, kind: 'cancelled', course_id: 1 }],
  })
  const days = createMyDays([cancelled, day('2026-11-19', [hour(1, maths)])])
  expect(listCoverLessons(days[0])).toEqual([])
  expect(listCoverDays(days, '2026-11-18').map(({ date }) => date)).toEqual(['2026-11-19'])
})

it('starts with today while lessons remain', () => {
  const days = createMyDays([day('2026-11-18', [hour(1, maths)]), day('2026-11-20', [hour(1, maths)])])
  const end = listCoverLessons(days[0])[0]?.end ?? ''
  expect(getDefaultDate(days, { day: '2026-11-18', time: '07:00' })).toBe('2026-11-18')
  expect(getDefaultDate(days, { day: '2026-11-18', time: end })).toBe('2026-11-20')
  expect(getDefaultDate(days, { day: '2026-11-21', time: '07:00' })).toBeUndefined()
})
