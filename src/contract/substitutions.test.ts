import { expect, it } from 'vitest'
import { day, english, french, hour, maths } from '../testing/sampleDays.ts'
import { lessonsOf, readDay } from './schoolDay.ts'

const read = (...representations: unknown[]) => {
  const read = readDay(
    day('2026-11-18', [hour(1, maths), hour(2, english, french), hour(3, maths)], { representations }),
  )
  return {
    remarks: read.remarks,
    changes: Object.fromEntries(
      lessonsOf(read).map(({ hour, subject, change, room, teacher, notes }) => [
        `${hour.position} ${subject.name}`,
        { change, room, teacher, notes },
      ]),
    ),
  }
}

it('changes the one lesson that unit and subject name', () => {
  const { changes, remarks } = read({ unit_id: 102, lesson_id: 3, kind: 'cancelled' })
  expect(changes['2 French']?.change).toBe('cancelled')
  expect(changes['2 English']?.change).toBeUndefined()
  expect(remarks).toEqual([])
})

it('changes every lesson of the hour when only the unit is named, all of the subject when only that is', () => {
  expect(
    Object.values(read({ unit_id: 102, kind: 'cancelled' }).changes).map(({ change }) => change),
  ).toEqual([undefined, 'cancelled', 'cancelled', undefined])
  const { changes } = read({ lesson_id: 1, room: 'B12', note: 'Bring set squares.' })
  expect(changes['1 Maths']).toMatchObject({ change: 'moved', room: { now: 'B12', was: '204' } })
  expect(changes['3 Maths']?.notes).toEqual(['Bring set squares.'])
})

it('keeps the plan as the old value through two substitutions, and a cancelled lesson cancelled', () => {
  const { changes } = read(
    { unit_id: 101, teacher: 'Kern' },
    { unit_id: 101, teacher: 'Vogel', kind: 'substituted' },
    { unit_id: 103, kind: 'cancelled' },
    { unit_id: 103, kind: 'moved', room: 'Aula' },
  )
  expect(changes['1 Maths']).toMatchObject({
    change: 'substituted',
    teacher: { now: 'Vogel', was: 'Albrecht' },
  })
  expect(changes['3 Maths']?.change).toBe('cancelled')
})

it('keeps the word for a kind it does not know as a note of the lesson', () => {
  expect(read({ unit_id: 101, kind: 'outdoors', room: 'Yard' }).changes['1 Maths']).toMatchObject({
    notes: ['outdoors'],
    room: { now: 'Yard', was: '204' },
  })
})

it('says nothing is replaced when the substitution repeats the plan', () => {
  expect(read({ unit_id: 101, kind: 'moved', room: '204' }).changes['1 Maths']?.room).toEqual({ now: '204' })
})

it('turns what fits no lesson into a remark and any other shape into text', () => {
  const { remarks } = read(
    { kind: 'note', note: 'Photographs in the aula' },
    { unit_id: 999, kind: 'cancelled', note: 'Choir' },
    'Fire drill at 10',
    { title: 'Excursion', where: { place: 'Zoo', at: ['9', '12'] } },
    { id: 7, unit_id: 101 },
    42,
    null,
    { kind: 'evaporated' },
    { id: 3, kind: 'excursion', note: 'Museum, back by 13:00.' },
  )
  // Those with ids first; the rest in an order of their own.
  expect(remarks[0]).toEqual({ text: 'excursion, Museum, back by 13:00.' })
  expect(new Set(remarks)).toEqual(
    new Set([
      { kind: 'note', note: 'Photographs in the aula' },
      { kind: 'cancelled', note: 'Choir' },
      { text: 'Fire drill at 10' },
      { text: 'title: Excursion, where: place: Zoo, at: 9, 12' },
      { text: '42' },
      { text: 'evaporated' },
      { text: 'excursion, Museum, back by 13:00.' },
    ]),
  )
})
