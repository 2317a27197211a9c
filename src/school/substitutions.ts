import { lessonsOf, type SeedClass, seedClasses } from './classes.ts'
import { splitList } from './schoolTexts.ts'
import plan from './substitutions.json' with { type: 'json' }

/** Without a kind only the room changes. */
export type PlannedSubstitution = {
  hour: number
  /** Abbreviation in classes.json. */
  subject: string
  kind?: 'cancelled' | 'substituted' | 'moved' | 'note'
  /** Family name of the teacher who takes the lesson. */
  teacher?: string
  room?: string
  /** Key of the texts. */
  note?: string
}

/**
 * By class, from Monday to Friday. Several teachers teach on the first, second and third day of an illness.
 */
const byClass = plan.classes as Record<string, PlannedSubstitution[][]>

/** Family name of the teacher who falls ill on the school's own day, as in the teachers' chat of 8b. */
export const illTeacher = plan.ill

export const classesWithAssembly: readonly string[] = splitList(plan.assembly)

/**
 * `weekday` is 1 to 5, `day` counts school days from the school's own day. Throws for a lesson that the class
 * does not have.
 */
export function substitutionsOn(className: string, weekday: number, day: number): PlannedSubstitution[] {
  const seedClass = seedClasses.find(({ name }) => name === className)
  if (!seedClass) return []
  const planned = byClass[className]?.[weekday - 1] ?? []
  return planned.flatMap(each => {
    requireLesson(seedClass, weekday, each)
    const isOfIllTeacher = seedClass.subjects.some(
      ({ short, teacher }) => short === each.subject && teacher === illTeacher,
    )
    if (isOfIllTeacher && day < 0) return []
    const teachers = splitList(each.teacher)
    const teacher = teachers[Math.max(day, 0)] ?? teachers.at(-1)
    return teacher === undefined ? each : { ...each, teacher }
  })
}

function requireLesson({ name, week }: SeedClass, weekday: number, { hour, subject }: PlannedSubstitution) {
  const isPlanned = lessonsOf(week).some(
    lesson => lesson.weekday === weekday && lesson.hour === hour && lesson.short === subject,
  )
  if (!isPlanned)
    throw new Error(
      `substitutions.json changes ${subject} of ${name} in hour ${hour} of weekday ${weekday}, where it is not.`,
    )
}

/** Throws if there is none. */
export function hourOf(className: string, subject: string, weekday: number): number {
  const week = seedClasses.find(({ name }) => name === className)?.week ?? []
  const lesson = lessonsOf(week).find(each => each.weekday === weekday && each.short === subject)
  if (!lesson) throw new Error(`${className} has no ${subject} on weekday ${weekday}.`)
  return lesson.hour
}
