import classes from './classes.json' with { type: 'json' }
import homework from './homework.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'
import { listed, type SchoolTexts, textsOf } from './schoolTexts.ts'

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
  /** No submissions at all, still to be handed in, marked in part, or all marked. */
  state: 'none' | 'open' | 'mixed' | 'corrected'
  /** Family name of a second teacher who may write. */
  alsoWrites?: string
  /** Family name of a teacher who may read, by a grant of the second teacher. */
  alsoReads?: string
  hasWorksheet?: boolean
  /** Whether handIns.json says what each pupil did, instead of the numbers below. */
  handIns?: boolean
  /** How many pupils have seen it, handed in and got it back. Each number contains the next one. */
  seen?: number
  handedIn?: number
  corrected?: number
  /** What pupils hand in, one after the other: photos and pages by their file names, typed texts by their keys. */
  works?: readonly string[]
  /** Kind of the sentences that the teacher writes. */
  feedback?: keyof SchoolTexts['feedback']
}

/** An entry of homework.json, without the texts, which are in the files of the languages. */
type WrittenHomework = Omit<PlannedHomework, 'text' | 'note' | 'works'> & { works?: string }

/** The homework of each class; ids follow this order. The first of 8b is the one of the pictures. */
export function homeworkPlan(className: string, language: SchoolLanguage): PlannedHomework[] {
  const plan = homework as Record<string, WrittenHomework[]>
  const texts = textsOf(language).homework[className]
  return (plan[className] ?? []).map((written, index) => ({
    ...written,
    works: listed(written.works),
    text: '',
    ...texts?.[index],
  }))
}
