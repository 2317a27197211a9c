import { avatarColours, avatars, Initials } from '../../contract/me.ts'

/**
 * Returns the URL of a person's avatar, which shows the initials of the first and last word of the name. The colour is
 * derived from the person's ID; the URL does not contain the ID itself.
 */
export function avatarUrl({ id, name }: { id: number; name: string }, origin: string): string {
  const query = new URLSearchParams({ of: initialsOf(name), colour: String((id * 5) % avatarColours) })
  return `${origin}/api/v2${avatars.initials.path}?${query}`
}

/** Returns the initials. Only letters and digits count: a name without them has no initials. */
function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  const initials = ends.map(word => String.fromCodePoint(word?.codePointAt(0) ?? 0).toUpperCase()).join('')
  return Initials.safeParse(initials).data ?? ''
}
