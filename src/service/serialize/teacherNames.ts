import { comparableName, isSameTeacher } from '../../contract/vpEntry.ts'
import { getFamilyName } from '../../lib/familyName.ts'

export type Teacher = { id: number; name: string }

/**
 * Returns a function that checks whether a text of the timetable names the teacher. Timetables contain names or
 * abbreviations instead of IDs. A text that fits several teachers matches no teacher (rule 61).
 */
export function createNameMatch(id: number, teachers: readonly Teacher[]): (text: string) => boolean {
  const known = teachers.map(teacher => ({
    id: teacher.id,
    names: [teacher.name, getFamilyName(teacher.name)],
  }))
  const matches = new Map<string, boolean>()

  function isNamed(name: string): boolean {
    const exact = known.filter(({ names }) => names.some(one => comparableName(one) === comparableName(name)))
    const similar = () => known.filter(({ names }) => names.some(one => isSameTeacher(one, name)))
    const [only, ...others] = exact.length > 0 ? exact : similar()
    return only?.id === id && others.length === 0
  }

  return text => {
    const cached = matches.get(text)
    if (cached !== undefined) return cached
    // Two teachers may share a lesson.
    const isMatch = text.split(/[,/;+&]/).some(name => name.trim() !== '' && isNamed(name))
    matches.set(text, isMatch)
    return isMatch
  }
}
