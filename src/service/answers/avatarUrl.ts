import { avatarColours, avatars, Initials } from '../../contract/me.ts'

/**
 * Where the picture of a person is, drawn from the first letters of the first and the last word of the name. The colour
 * goes by the person's number; the number itself is not told.
 */
export function avatarUrl({ id, name }: { id: number; name: string }, origin: string): string {
  const query = new URLSearchParams({ of: initialsOf(name), colour: String((id * 5) % avatarColours) })
  return `${origin}/api/v2${avatars.initials.path}?${query}`
}

/** Only letters and digits: of a name that is none nothing is drawn. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const initials = ends.map(word => String.fromCodePoint(word?.codePointAt(0) ?? 0).toUpperCase()).join('')
  return Initials.safeParse(initials).data ?? ''
}
