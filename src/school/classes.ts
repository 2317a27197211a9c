import classes from './classes.json' with { type: 'json' }
import homework from './homework.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'
import { listed, textsOf } from './schoolTexts.ts'

/**
 * A subject of a class. `teacher` is a family name of people.json; `rooms` maps slot keys to rooms. `short` is its
 * abbreviation in the plans; what people see is `subjectIn`.
 */
export type SeedSubject = {
  name: string
  short: string
  teacher: string
  room: string
  color: string | null
  note?: string
  rooms?: Record<string, string>
  isTimetableOnly?: boolean
}

/** A subject but for what it is called, which is the language's. */
export type PlannedSubject = Omit<SeedSubject, 'name'>

/** A class of the made-up school: twelve subjects, 28 pupils; 8b is the first and that of the pictures. */
export type SeedClass = {
  name: string
  /** Of its pupils, in years. */
  age: number
  classTeacher: string
  subjects: readonly PlannedSubject[]
  /** Its hours from Monday to Friday, `-` free, `Fr+La` at the same time. No teacher is in two places at once. */
  week: readonly string[]
}

export const seedClasses: readonly SeedClass[] = classes as SeedClass[]

/** One subject in one hour of the week: weekday 1 Monday to 5 Friday, hour 1 to 10, subject by its abbreviation. */
export type Planned = { weekday: number; hour: number; short: string }

/** The lessons of a week as it stands in the plan. */
export const lessonsOf = (week: readonly string[]): Planned[] =>
  week.flatMap((day, index) =>
    day
      .split(' ')
      .flatMap((cell, place) =>
        cell === '-' ? [] : cell.split('+').map(short => ({ weekday: index + 1, hour: place + 1, short })),
      ),
  )

/** On which days of the week a class has a subject. */
export const weekdaysOf = ({ week }: SeedClass, short: string | undefined): Set<number> =>
  new Set(lessonsOf(week).flatMap(planned => (planned.short === short ? planned.weekday : [])))

/** What people see of a planned subject. */
export function subjectIn(className: string, planned: PlannedSubject, language: SchoolLanguage): SeedSubject {
  const said = textsOf(language).subjects[className]?.[planned.short]
  return { name: planned.short, ...planned, ...said }
}

/** The abbreviation people see of the plan's. */
export function shortIn(className: string, short: string, language: SchoolLanguage): string {
  const planned = seedClasses
    .find(({ name }) => name === className)
    ?.subjects.find(one => one.short === short)
  if (!planned) throw new Error(`The made-up school has no ${short} in ${className}.`)
  return subjectIn(className, planned, language).short
}

/** One homework of the made-up school. `due` counts days from today; it moves on to the next lesson of the subject. */
export type PlannedHomework = {
  /** The abbreviation of its subject in the plan. */
  subject: string
  text: string
  note?: string
  due: number
  /** Set this many days before it is due. */
  lead: number
  points?: number
  /** What was handed in: not at all (no submissions), by nobody, by some with all kinds of files, or all corrected. */
  state: 'none' | 'open' | 'mixed' | 'corrected'
  /** Family name of a second teacher who may write. */
  alsoWrites?: string
  /** Family name of a teacher who may read, by grace of who also writes. */
  alsoReads?: string
  hasWorksheet?: boolean
  /** What a pupil's work to it looks like: photos that are kept, and pages that are typed. */
  photos?: readonly string[]
  pages?: 'essay' | 'maths'
}

/** As it stands in homework.json: without words, which are the language's. */
type WrittenHomework = Omit<PlannedHomework, 'text' | 'note' | 'photos'> & { photos?: string }

/** The homework of each class; ids follow this order. The first of 8b is the one of the pictures. */
export function homeworkPlan(className: string, language: SchoolLanguage): PlannedHomework[] {
  const plan = homework as Record<string, WrittenHomework[]>
  const texts = textsOf(language).homework[className]
  return (plan[className] ?? []).map((written, index) => ({
    ...written,
    photos: listed(written.photos),
    text: '',
    ...texts?.[index],
  }))
}
