import { getFamilyName } from './familyName.ts'

/**
 * Returns whether a text of the timetable names this person. The text may contain several names, separated by `,`, `;`,
 * `/`, `+` or `&`. A name may be the full name, the family name, or the family name after initials or a title such
 * as `J. Albrecht` and `Ms Albrecht`.
 */
export function namesTeacher(text: string, fullName: string): boolean {
  const full = normalize(fullName)
  const family = normalize(getFamilyName(fullName))
  if (family === '') return false
  return splitNames(text).some(name => {
    const given = normalize(name)
    if (given === full || given === family) return true
    if (!given.endsWith(` ${family}`)) return false
    const prefix = given.slice(0, -family.length).trim()
    return titles.has(prefix.replace(/\.$/, '')) || isInitialsOf(prefix, full)
  })
}

/** The names in a text of the timetable. */
export const splitNames = (text: string): string[] =>
  text
    .split(/[,;/+&]/)
    .map(name => name.trim())
    .filter(Boolean)

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'herr', 'frau', 'hr', 'fr'])

const isInitialsOf = (prefix: string, full: string) =>
  /^(?:\p{L}\.? ?)+$/u.test(prefix) && !/\p{L}{2}/u.test(prefix) && prefix[0] === full[0]

const normalize = (name: string) => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase()
