import { getFamilyName } from '../lib/familyName.ts'
import { foldText } from '../lib/foldText.ts'
import type { PlannedLesson, Role } from './lessons.ts'

/** A teacher whom timetables name. `short` is the short name of the timetable program, an extension. */
export type NamedTeacher = { name: string; short?: string | null | undefined }

/** `exact`: the short name, the full name, or the family name, also after initials or a title. */
export type NameFit = 'exact' | 'abbreviated'

/**
 * Returns how a name of the timetable fits a teacher, ignoring case, umlauts and the period of an abbreviation. The beginning
 * of the family name is an abbreviation, unless the teacher has a short name: then that decides.
 */
export function fitName(name: string, teacher: NamedTeacher): NameFit | undefined {
  const given = comparableName(name)
  const full = comparableName(teacher.name)
  const family = comparableName(getFamilyName(teacher.name))
  if (given === '' || family === '') return undefined
  if (teacher.short && given === comparableName(teacher.short)) return 'exact'
  if (given === full || given === family) return 'exact'
  if (given.endsWith(` ${family}`)) {
    const prefix = given.slice(0, -family.length).trim()
    return titles.has(prefix.replace(/\.$/, '')) || isInitialsOf(prefix, full) ? 'exact' : undefined
  }
  return !teacher.short && given.length > 1 && family.startsWith(given) ? 'abbreviated' : undefined
}

/** Returns the teachers whom a name fits. An exact name wins over an abbreviation. */
export function findFitting<Teacher extends NamedTeacher>(
  name: string,
  teachers: readonly Teacher[],
): Teacher[] {
  const exact = teachers.filter(teacher => fitName(name, teacher) === 'exact')
  return exact.length > 0 ? exact : teachers.filter(teacher => fitName(name, teacher) !== undefined)
}

/** The names in a text of the timetable, separated by `,`, `;`, `/`, `+` or `&`. */
export const splitNames = (text: string): string[] =>
  text
    .split(/[,;/+&]/)
    .map(name => name.trim())
    .filter(Boolean)

/**
 * Returns the role of a teacher in a lesson, or undefined for a lesson of others. `isOwn` tells whether a text names the
 * teacher; `isPlanned` is false for substitutes, who may teach other subjects.
 */
export function roleOf(
  { teacher, parts = [], change }: PlannedLesson,
  isOwn: (text: string, isPlanned: boolean) => boolean,
): Role | undefined {
  const { current, planned } = teacher
  if (isOwn(planned ?? current, true)) {
    if (change === 'cancelled') return 'cancelled'
    return planned === undefined || isOwn(current, false) ? 'own' : 'given'
  }
  const isCover = isOwn(current, false) || parts.some(part => isOwn(part.teacher ?? '', false))
  return isCover ? 'cover' : undefined
}

export const comparableName = (name: string): string =>
  foldText(name.trim().replace(/\s+/g, ' ')).replace(/\.$/, '')

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'herr', 'frau', 'hr', 'fr'])

const isInitialsOf = (prefix: string, full: string) =>
  /^(?:\p{L}\.? ?)+$/u.test(prefix) && !/\p{L}{2}/u.test(prefix) && prefix[0] === full[0]
