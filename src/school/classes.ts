import classes from './classes.json' with { type: 'json' }
import homework from './homework.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'
import { listed, type SchoolTexts, textsOf } from './schoolTexts.ts'

/**
 * A subject of a class. `teacher` is a family name of people.json, and `rooms` maps slot keys to rooms. In the plans,
 * `short` is the key; `subjectIn` returns the visible one.
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

/** A subject without its name, which depends on the language. */
export type PlannedSubject = Omit<SeedSubject, 'name'>

/** A class of the made-up school: 12 subjects and 28 pupils. The first is 8b, which the pictures show. */
export type SeedClass = {
  name: string
  /** Age of its pupils, in years. */
  age: number
  classTeacher: string
  subjects: readonly PlannedSubject[]
  /**
   * Hours from Monday to Friday: `-` is free, `Fr+La` means two parallel subjects. No teacher teaches twice in one
   * hour.
   */
  week: readonly string[]
}

export const seedClasses: readonly SeedClass[] = classes as SeedClass[]

/** One lesson of the week: weekday 1 (Monday) to 5 (Friday), hour 1 to 10, and the subject's abbreviation. */
export type Planned = { weekday: number; hour: number; short: string }

/** Returns the lessons of a week of classes.json. */
export const lessonsOf = (week: readonly string[]): Planned[] =>
  week.flatMap((day, index) =>
    day
      .split(' ')
      .flatMap((cell, place) =>
        cell === '-' ? [] : cell.split('+').map(short => ({ weekday: index + 1, hour: place + 1, short })),
      ),
  )

/** Returns the weekdays on which a class has a subject. */
export const weekdaysOf = ({ week }: SeedClass, short: string | undefined): Set<number> =>
  new Set(lessonsOf(week).flatMap(planned => (planned.short === short ? planned.weekday : [])))

/** Returns a subject with its name, abbreviation, room and note in this language. */
export function subjectIn(className: string, planned: PlannedSubject, language: SchoolLanguage): SeedSubject {
  const said = textsOf(language).subjects[className]?.[planned.short]
  return { name: planned.short, ...planned, ...said }
}

/** Returns the visible abbreviation of a subject in this language. Throws if the class does not have the subject. */
export function shortIn(className: string, short: string, language: SchoolLanguage): string {
  const planned = seedClasses
    .find(({ name }) => name === className)
    ?.subjects.find(one => one.short === short)
  if (!planned) throw new Error(`The made-up school has no ${short} in ${className}.`)
  return subjectIn(className, planned, language).short
}

/** A planned homework. `due` is in days from today; it moves to the next day with a lesson of the subject. */
export type PlannedHomework = {
  /** Abbreviation of its subject in the plan. */
  subject: string
  text: string
  note?: string
  due: number
  /** Number of days between setting it and the due day. */
  lead: number
  points?: number
  /** `none`: takes no submissions. `open`: not due yet. `mixed`: partly corrected. `corrected`: all corrected. */
  state: 'none' | 'open' | 'mixed' | 'corrected'
  /** Family name of a second teacher, who may write. */
  alsoWrites?: string
  /** Family name of a teacher who may read, by a grant of the second teacher. */
  alsoReads?: string
  hasWorksheet?: boolean
  /** Whether handIns.json describes the submission of each pupil, instead of the numbers below. */
  handIns?: boolean
  /** Numbers of pupils who have seen it, handed in and received a correction. Each number includes the next one. */
  seen?: number
  handedIn?: number
  corrected?: number
  /** Work of the pupils, one after the other: photos and pages by their file names, typed texts by their keys. */
  works?: readonly string[]
  /** Kind of the sentences in the corrections. */
  feedback?: keyof SchoolTexts['feedback']
}

/** An entry of homework.json. Its texts are in the files of the languages. */
type WrittenHomework = Omit<PlannedHomework, 'text' | 'note' | 'works'> & { works?: string }

/** Returns the homework of a class, in the order of the IDs. The pictures show the first one of 8b. */
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
