import { parseWeek, type SeedClass, seedClasses } from './classes.ts'
import { splitList } from './schoolTexts.ts'
import plan from './substitutions.json' with { type: 'json' }

/** Without a kind only the room changes. */
export type PlannedSubstitution = {
  hour: number
  /** Abbreviation in classes.json. */
  subject: string
  kind?: 'cancelled' | 'substituted' | 'moved' | 'note'
  /** Teacher who takes the lesson. */
  teacher?: string
  room?: string
  /** Key of the texts. */
  note?: string
}

/** By weekday. Several teachers replace an ill one in turn. */
const substitutionsByClass = plan.classes as Record<string, PlannedSubstitution[][]>

/** Ill on the school's own day. */
export const illTeacher = plan.ill

export const classesWithAssembly: readonly string[] = splitList(plan.assembly)

/** `weekday` is 1 to 5, `day` as in `ChatDays`. Throws for a lesson that the class does not have. */
export function getSubstitutions(className: string, weekday: number, day: number): PlannedSubstitution[] {
  const seedClass = seedClasses.find(({ name }) => name === className)
  if (!seedClass) return []
  const planned = substitutionsByClass[className]?.[weekday - 1] ?? []
  return planned.flatMap(substitution => {
    requireLesson(seedClass, weekday, substitution)
    const isOfIllTeacher = seedClass.subjects.some(
      ({ short, teacher }) => short === substitution.subject && teacher === illTeacher,
    )
    if (isOfIllTeacher && day < 0) return []
    const teachers = splitList(substitution.teacher)
    const teacher = teachers[Math.max(day, 0)] ?? teachers.at(-1)
    return teacher === undefined ? substitution : { ...substitution, teacher }
  })
}

function requireLesson({ name, week }: SeedClass, weekday: number, { hour, subject }: PlannedSubstitution) {
  const isPlanned = parseWeek(week).some(
    lesson => lesson.weekday === weekday && lesson.hour === hour && lesson.short === subject,
  )
  if (!isPlanned)
    throw new Error(
      `substitutions.json changes ${subject} of ${name} in hour ${hour} of weekday ${weekday}, where it is not.`,
    )
}

/** Throws if the class has no such lesson. */
export function findHour(className: string, subject: string, weekday: number): number {
  const week = seedClasses.find(({ name }) => name === className)?.week ?? []
  const lesson = parseWeek(week).find(planned => planned.weekday === weekday && planned.short === subject)
  if (!lesson) throw new Error(`${className} has no ${subject} on weekday ${weekday}.`)
  return lesson.hour
}
