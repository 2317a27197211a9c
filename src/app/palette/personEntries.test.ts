import { expect, it } from 'vitest'
import { createMarkFinder, findSharedNames, type MarkableHomework } from './personEntries.ts'

const today = '2026-11-18'
const homework = (id: number, due: string, submissions?: [number, boolean, boolean][]): MarkableHomework => ({
  task: { id, course_id: 1, text: `Task ${id}`, until_datetime: `${due} 08:00:00` },
  isPast: due <= today,
  submissions:
    submissions &&
    new Map(
      submissions.map(([pupil, is_submitted, is_corrected]) => [pupil, { is_submitted, is_corrected }]),
    ),
})
const getWorkOfPupil = (...list: MarkableHomework[]) => createMarkFinder(list)(7)?.task.id

it('finds work to mark first, then the latest due homework', () => {
  const past = homework(1, '2026-11-10')
  const last = homework(2, '2026-11-18')
  const next = homework(3, '2026-11-20')
  expect(getWorkOfPupil(past, last, next)).toBe(2)
  expect(getWorkOfPupil(next, homework(4, '2026-11-30'))).toBe(3)
  expect(getWorkOfPupil(homework(5, '2026-11-02', [[7, true, false]]), last)).toBe(5)
  expect(getWorkOfPupil(homework(6, '2026-11-02', [[7, true, true]]), last)).toBe(2)
  expect(getWorkOfPupil()).toBeUndefined()
})

it('leaves out homework that is not for the pupil', () => {
  expect(getWorkOfPupil(homework(1, '2026-11-10'), homework(2, '2026-11-17', [[8, true, false]]))).toBe(1)
})

it('returns names shared by several people', () => {
  const people = [
    { id: 1, name: 'Lena Weber' },
    { id: 2, name: 'Lena Weber' },
    { id: 3, name: 'Mika Sommer' },
    { id: 3, name: 'Mika Sommer' },
  ]
  expect([...findSharedNames(people)]).toEqual(['Lena Weber'])
})
