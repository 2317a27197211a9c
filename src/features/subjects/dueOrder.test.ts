import { expect, it } from 'vitest'
import { Homework } from '../../contract/homework.ts'
import { splitByDue } from './SubjectHomework.tsx'

const due = (id: number, until_datetime: string, lesson_id = 3) =>
  Homework.parse({
    ...{ id, course_id: 1, lesson_id, text: `no. ${id}`, note: '', time: 0, until_datetime },
    ...{ can_edit: false, is_submissionable: false },
  })
const options = { today: '2026-11-18', timeZone: 'Europe/Berlin' }

it('sorts upcoming homework soonest first, and past homework latest first', () => {
  const all = [
    due(1, '2026-11-17 08:00:00'),
    due(2, '2026-12-01 08:00:00'),
    due(3, '2026-11-18 00:00:00'),
    due(4, '2026-11-19 08:00:00', 4),
    due(5, '2026-11-02'),
    due(6, '2026-11-20 08:00:00'),
  ]
  const { coming, past } = splitByDue(all, 3, options)
  // Homework due today is upcoming all day.
  expect(coming.map(({ homework }) => homework.id)).toEqual([3, 6, 2])
  expect(past.map(({ homework }) => homework.id)).toEqual([1, 5])
})
