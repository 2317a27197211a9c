import classes from './classes.json' with { type: 'json' }
import homework from './homework.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'
import { getSchoolTexts, type SchoolTexts, splitList } from './schoolTexts.ts'

/** `teacher` is a family name, `rooms` is by slot key, and `short` is the key in the plans. */
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

export type PlannedSubject = Omit<SeedSubject, 'name'>

export type SeedClass = {
  name: string
  /** In years. */
  age: number
  classTeacher: string
  subjects: readonly PlannedSubject[]
  /** Monday to Friday: `-` is a free hour, `Fr+La` two parallel subjects. */
  week: readonly string[]
}

export const seedClasses: readonly SeedClass[] = classes as SeedClass[]

/** `weekday` is 1 (Monday) to 5, `hour` 1 to 10. */
export type PlannedLesson = { weekday: number; hour: number; short: string }

export const parseWeek = (week: readonly string[]): PlannedLesson[] =>
  week.flatMap((day, dayIndex) =>
    day
      .split(' ')
      .flatMap((cell, hourIndex) =>
        cell === '-'
          ? []
          : cell.split('+').map(short => ({ weekday: dayIndex + 1, hour: hourIndex + 1, short })),
      ),
  )

export const getWeekdays = ({ week }: SeedClass, short: string | undefined): Set<number> =>
  new Set(parseWeek(week).flatMap(planned => (planned.short === short ? planned.weekday : [])))

export function getSubject(
  className: string,
  planned: PlannedSubject,
  language: SchoolLanguage,
): SeedSubject {
  const texts = getSchoolTexts(language).subjects[className]?.[planned.short]
  return { name: planned.short, ...planned, ...texts }
}

/** Returns the visible abbreviation. Throws if the class does not have the subject. */
export function getAbbreviation(className: string, short: string, language: SchoolLanguage): string {
  const planned = seedClasses
    .find(({ name }) => name === className)
    ?.subjects.find(one => one.short === short)
  if (!planned) throw new Error(`The made-up school has no ${short} in ${className}.`)
  return getSubject(className, planned, language).short
}

/** `due` is in days from today, moved to the next day with a lesson. */
export type PlannedHomework = {
  subject: string
  text: string
  note?: string
  due: number
  /** Days before the due day. */
  lead: number
  points?: number
  /** `none`: no submissions. `mixed`: partly corrected. */
  state: 'none' | 'open' | 'mixed' | 'corrected'
  /** Teacher who may write. */
  alsoWrites?: string
  /** Teacher who may read, added by `alsoWrites`. */
  alsoReads?: string
  hasWorksheet?: boolean
  /** handIns.json replaces the numbers below. */
  handIns?: boolean
  /** Numbers of pupils. Each includes the next one. */
  seen?: number
  handedIn?: number
  corrected?: number
  /** By pupil: names of files, keys of typed texts. */
  works?: readonly string[]
  feedback?: keyof SchoolTexts['feedback']
}

type WrittenHomework = Omit<PlannedHomework, 'text' | 'note' | 'works'> & { works?: string }

export function getHomeworkPlan(className: string, language: SchoolLanguage): PlannedHomework[] {
  const plan = homework as Record<string, WrittenHomework[]>
  const texts = getSchoolTexts(language).homework[className]
  return (plan[className] ?? []).map((written, index) => ({
    ...written,
    works: splitList(written.works),
    text: '',
    ...texts?.[index],
  }))
}
