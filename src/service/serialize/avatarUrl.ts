import { avatarColours, avatars, Initials } from '../../contract/me.ts'

export function avatarUrl({ id, name }: { id: number; name: string }, origin: string): string {
  const query = new URLSearchParams({ of: initialsOf(name), colour: String((id * 5) % avatarColours) })
  return `${origin}/api/v2${avatars.initials.path}?${query}`
}

function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words
  const initials = initialWords
    .map(word => String.fromCodePoint(word?.codePointAt(0) ?? 0).toUpperCase())
    .join('')
  return Initials.safeParse(initials).data ?? ''
}
