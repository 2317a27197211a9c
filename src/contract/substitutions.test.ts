import { describe, expect, it } from 'vitest'
import { day, english, french, hour, hours, maths } from '../testing/sampleDays.ts'
import { lessonsOf, readDay } from './schoolDay.ts'

const read = (...representations: unknown[]) => {
  const read = readDay(
    day('2026-11-18', [hour(1, maths), hour(2, english, french), hour(3, maths)], { representations }),
  )
  return {
    remarks: read.remarks,
    changes: Object.fromEntries(
      lessonsOf(read).map(({ hour, subject, change, room, teacher, notes, isSelfStudy }) => [
        `${hour.position} ${subject.name}`,
        { change, room, teacher, notes, ...(isSelfStudy && { isSelfStudy }) },
      ]),
    ),
  }
}

it('a substitution applies to the lesson of its unit and subject', () => {
  const { changes, remarks } = read({ unit_id: 102, lesson_id: 3, kind: 'cancelled' })
  expect(changes['2 French']?.change).toBe('cancelled')
  expect(changes['2 English']?.change).toBeUndefined()
  expect(remarks).toEqual([])
})

it('a substitution with only a unit or subject applies to all its lessons', () => {
  expect(
    Object.values(read({ unit_id: 102, kind: 'cancelled' }).changes).map(({ change }) => change),
  ).toEqual([undefined, 'cancelled', 'cancelled', undefined])
  const { changes } = read({ lesson_id: 1, room: 'B12', note: 'Bring set squares.' })
  expect(changes['1 Maths']).toMatchObject({ change: 'moved', room: { current: 'B12', planned: '204' } })
  expect(changes['3 Maths']?.notes).toEqual(['Bring set squares.'])
})

it('a second substitution keeps the planned value, and never revives a lesson', () => {
  const { changes } = read(
    { unit_id: 101, teacher: 'Kern' },
    { unit_id: 101, teacher: 'Vogel', kind: 'substituted' },
    { unit_id: 103, kind: 'cancelled' },
    { unit_id: 103, kind: 'moved', room: 'Aula' },
  )
  expect(changes['1 Maths']).toMatchObject({
    change: 'substituted',
    teacher: { current: 'Vogel', planned: 'Albrecht' },
  })
  expect(changes['3 Maths']?.change).toBe('cancelled')
})

it('an unknown kind of substitution becomes a note', () => {
  expect(read({ unit_id: 101, kind: 'outdoors', room: 'Yard' }).changes['1 Maths']).toMatchObject({
    notes: ['outdoors'],
    room: { current: 'Yard', planned: '204' },
  })
})

it('a substitution equal to the plan sets no planned value', () => {
  expect(read({ unit_id: 101, kind: 'moved', room: '204' }).changes['1 Maths']?.room).toEqual({
    current: '204',
  })
})

it('a substitution without a matching lesson becomes a remark', () => {
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
  // The order of substitutions without ID is undefined.
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

const vp = (fields: object) => ({
  vp_datum: '2026-11-18',
  vp_stunde: '1',
  vp_abs_lehrer: 'Albrecht',
  vp_vertr_lehrer: null,
  vp_vertr_fach: null,
  vp_vertr_raum: null,
  ...fields,
})

describe('a substitution with the keys of the web page', () => {
  const readDouble = (...entries: object[]) => {
    const representations = entries.map(vp)
    const { slots, remarks } = readDay(day('2026-11-18', [hours(3, 4, maths)], { representations }))
    const { change, teacher, parts } = slots[0]?.lessons[0] ?? {}
    return { change, teacher, parts, remarks }
  }

  it('changes only the named period of a double period', () => {
    expect(readDouble({ vp_stunde: '4', vp_vertr_lehrer: 'Vogel', vp_vertr_raum: 'B12' })).toEqual({
      change: undefined,
      teacher: { current: 'Albrecht' },
      parts: [{ first: 4, last: 4, kind: 'substituted', teacher: 'Vogel', room: 'B12' }],
      remarks: [],
    })
    expect(readDouble({ vp_stunde: '4-5', vp_vertr_lehrer: '---' }).parts).toEqual([
      { first: 4, last: 4, kind: 'cancelled' },
    ])
  })

  it('changes the whole double period if all periods are named', () => {
    expect(readDouble({ vp_stunde: '3 - 4', vp_vertr_lehrer: '---' })).toMatchObject({
      change: 'cancelled',
      parts: undefined,
    })
    const one = { vp_stunde: '3', vp_vertr_lehrer: 'Vogel' }
    expect(readDouble(one, { ...one, vp_stunde: '4' })).toEqual({
      change: 'substituted',
      teacher: { current: 'Vogel', planned: 'Albrecht' },
      parts: undefined,
      remarks: [],
    })
  })

  it('sorts different changes of a double period', () => {
    const { change, parts } = readDouble(
      { vp_stunde: '4', vp_vertr_lehrer: 'EVA' },
      { vp_stunde: '3', vp_vertr_lehrer: 'Vogel' },
    )
    expect(change).toBeUndefined()
    expect(parts).toEqual([
      { first: 3, last: 3, kind: 'substituted', teacher: 'Vogel' },
      { first: 4, last: 4, kind: 'substituted', isSelfStudy: true },
    ])
  })

  it('becomes a remark for each run of periods without lessons', () => {
    expect(readDouble({ vp_stunde: '6-7, 9', vp_vertr_lehrer: '---' }).remarks).toEqual([
      { kind: 'cancelled', position: 6, lastPosition: 7 },
      { kind: 'cancelled', position: 9 },
    ])
  })

  it('sets teacher and room, and adds no remark', () => {
    const { changes, remarks } = read(vp({ vp_vertr_lehrer: 'Vogel', vp_vertr_raum: 'B12' }))
    expect(changes['1 Maths']).toMatchObject({
      change: 'substituted',
      teacher: { current: 'Vogel', planned: 'Albrecht' },
      room: { current: 'B12', planned: '204' },
      notes: [],
    })
    expect(changes['3 Maths']?.change).toBeUndefined()
    expect(remarks).toEqual([])
  })

  it.each([
    ['vp_vertr_lehrer', '---'],
    ['vp_vertr_fach', '---'],
  ])('cancels the lesson if %s is "---"', (field, dashes) => {
    expect(read(vp({ [field]: dashes, vp_vertr_raum: '---' })).changes['1 Maths']).toMatchObject({
      change: 'cancelled',
      room: { current: '204' },
    })
  })

  it('sets isSelfStudy for the teacher "EVA"', () => {
    for (const item of [vp({ vp_vertr_lehrer: 'EVA' }), { unit_id: 101, teacher: 'EVA' }]) {
      expect(read(item).changes['1 Maths']).toMatchObject({
        change: 'substituted',
        isSelfStudy: true,
        teacher: { current: '', planned: 'Albrecht' },
      })
    }
  })

  it('is a move if only the room changes, and notes another subject', () => {
    const sameTeacher = vp({ vp_vertr_lehrer: 'Albrecht', vp_vertr_raum: 'B12' })
    expect(read(sameTeacher).changes['1 Maths']).toMatchObject({
      change: 'moved',
      teacher: { current: 'Albrecht' },
    })
    const other = vp({ vp_vertr_lehrer: 'Vogel', vp_vertr_fach: 'Biology' })
    expect(read(other).changes['1 Maths']?.notes).toEqual(['Biology'])
    const same = vp({ vp_vertr_lehrer: 'Vogel', vp_vertr_fach: 'Maths' })
    expect(read(same).changes['1 Maths']?.notes).toEqual([])
  })

  it.each([
    ['1-3', [1, 3]],
    ['1. - 3.', [1, 3]],
    ['1/3', [1, 3]],
    [3, [3]],
  ])('reads the periods %j', (vp_stunde, expected) => {
    const { changes } = read(vp({ vp_stunde, vp_vertr_lehrer: '---', vp_abs_lehrer: 'Alb.' }))
    const cancelled = [1, 3].filter(position => changes[`${position} Maths`]?.change === 'cancelled')
    expect(cancelled).toEqual(expected)
  })

  it('matches parallel lessons by the absent teacher', () => {
    const { changes } = read(vp({ vp_stunde: '2', vp_abs_lehrer: french.teacher, vp_vertr_lehrer: '---' }))
    expect(changes['2 French']?.change).toBe('cancelled')
    expect(changes['2 English']?.change).toBeUndefined()
  })

  it.each([
    ['Ko', ['Koch', 'Kohl'], []],
    ['Ko', ['Ko', 'Kohl'], [0]],
    ['Koch', ['Kochmann', 'Koch'], [1]],
    ['Ko.', ['Koch', 'Koch'], [0, 1]],
    ['Ko', ['Koch', 'Vogel'], [0]],
    ['koch', ['Frau Koch', 'Herr Koch'], []],
  ])(
    'matches the absent teacher %j among the parallel teachers %j at %j',
    (vp_abs_lehrer, teachers, expected) => {
      const [first = '', second = ''] = teachers
      const parallel = hour(1, { ...english, teacher: first }, { ...french, teacher: second })
      const representations = [vp({ vp_abs_lehrer, vp_vertr_lehrer: '---' })]
      const result = readDay(day('2026-11-18', [parallel], { representations }))
      const changes = lessonsOf(result).map(({ change }) => change)
      expect([0, 1].filter(index => changes[index] === 'cancelled')).toEqual(expected)
      expect(result.remarks).toHaveLength(expected.length > 0 ? 0 : 1)
    },
  )

  it('becomes a remark with its period if no lesson matches', () => {
    expect(read(vp({ vp_stunde: '2', vp_abs_lehrer: 'Unknown', vp_vertr_lehrer: 'Vogel' })).remarks).toEqual([
      { teacher: 'Vogel', position: 2 },
    ])
    expect(read(vp({ vp_datum: '2026-11-19', vp_vertr_lehrer: '---' })).remarks).toEqual([
      { kind: 'cancelled', position: 1 },
    ])
    expect(read(vp({})).remarks).toEqual([{ text: '1, Albrecht' }])
    expect(read({ vp_abs_lehrer: 'Albrecht', vp_vertr_lehrer: '---' }).remarks).toEqual([
      { text: 'Albrecht, ---' },
    ])
  })
})
