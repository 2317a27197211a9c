import type { SchoolKind } from './schoolKind.ts'
import { textsOf } from './texts/textsOf.ts'

/**
 * A subject of a seed class. `teacher` is the family name of a teacher of fillPeople.ts; `rooms` maps slot keys to
 * rooms. `short` is its abbreviation in the plans; what people see is `subjectIn`.
 */
export type SeedSubject = {
  name: string
  short: string
  teacher: string
  room: string
  color: string | null
  note?: string
  rooms?: Record<string, string>
  isTimetableOnly?: true
}

/** A subject but for what it is called, which is the language's. */
export type PlannedSubject = Omit<SeedSubject, 'name'>

const subject = (short: string, teacher: string, room: string, color: string | null): PlannedSubject => ({
  short,
  teacher,
  room,
  color,
})

/** The class of the pictures. */
const subjects8b: PlannedSubject[] = [
  subject('Ma', 'Albrecht', '204', '#3177dc'),
  subject('En', 'Ruiz', '101', '#de673b'),
  subject('De', 'Seidel', '112', '#cc3148'),
  subject('Ph', 'Brandt', '118', '#765cde'),
  { ...subject('Bi', 'Vogel', 'Bio 2', '#4d8d34'), rooms: { '2-2-0': 'Bio 2', '3-5-0': 'Bio 1' } },
  subject('Hi', 'Lorenz', '208', '#b5771c'),
  subject('Ge', 'Lorenz', '208', '#8b8318'),
  subject('Fr', 'Moreau', '301', '#a240b2'),
  subject('La', 'Thoma', '105', '#7f6e60'),
  subject('Mu', 'Petri', 'Aula', '#208562'),
  { ...subject('PE', 'Hagen', 'Hall A', '#1996c3'), isTimetableOnly: true },
  subject('Ar', 'Demir', 'A 3', ''),
]

const subjects10a: PlannedSubject[] = [
  subject('MaLK', 'Kern', '316', '#3177dc'),
  subject('En', 'Ruiz', '101', '#de673b'),
  subject('De', 'Seidel', '112', '#cc3148'),
  subject('Ph', 'Brandt', '118', '#765cde'),
  subject('Bi', 'Vogel', 'Bio 1', '#4d8d34'),
  subject('Hi', 'Lorenz', '208', '#b5771c'),
  subject('Ge', 'Lorenz', '208', '#8b8318'),
  subject('Fr', 'Moreau', '301', '#a240b2'),
  subject('La', 'Thoma', '105', '#7f6e60'),
  subject('Mu', 'Petri', 'Aula', '#208562'),
  { ...subject('PE', 'Hagen', 'Hall B', '#1996c3'), isTimetableOnly: true },
  subject('Et', 'Demir', 'A 3', ''),
]

const subjects6c: PlannedSubject[] = [
  subject('Ma', 'Albrecht', '017', '#3177dc'),
  subject('En', 'Moreau', '017', '#de673b'),
  subject('De', 'Kern', '017', '#cc3148'),
  subject('Na', 'Brandt', 'Lab 1', '#765cde'),
  subject('Bi', 'Vogel', 'Bio 1', '#4d8d34'),
  subject('Hi', 'Lorenz', '017', '#b5771c'),
  subject('Ge', 'Lorenz', '017', '#8b8318'),
  subject('Sp', 'Hagen', 'Pool', '#1996c3'),
  subject('La', 'Thoma', '105', '#7f6e60'),
  subject('Mu', 'Petri', 'Aula', '#208562'),
  subject('Ar', 'Demir', 'A 3', null),
  subject('CT', 'Kern', '017', ''),
]

/** A class of the seed school: twelve subjects, 28 pupils; 8b is the first. `age` of its pupils, in years. */
export type SeedClass = {
  name: string
  age: number
  classTeacher: string
  subjects: readonly PlannedSubject[]
}

export const seedClasses: readonly SeedClass[] = [
  { name: '8b', age: 13, classTeacher: 'Albrecht', subjects: subjects8b },
  { name: '10a', age: 15, classTeacher: 'Ruiz', subjects: subjects10a },
  { name: '6c', age: 11, classTeacher: 'Kern', subjects: subjects6c },
]

/** What people see of a planned subject. */
export function subjectIn(
  className: string,
  planned: PlannedSubject,
  { language }: Pick<SchoolKind, 'language'>,
): SeedSubject {
  const said = textsOf(language).subjects[className]?.[planned.short]
  return { name: planned.short, ...planned, ...said }
}

/** The abbreviation people see of the plan's. */
export function shortIn(className: string, short: string, kind: SchoolKind): string {
  const planned = seedClasses
    .find(({ name }) => name === className)
    ?.subjects.find(one => one.short === short)
  if (!planned) throw new Error(`The seed school has no ${short} in ${className}.`)
  return subjectIn(className, planned, kind).short
}
