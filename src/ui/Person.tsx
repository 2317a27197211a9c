import { Avatar } from '@mantine/core'
import { createContext, use } from 'react'
import { firstCharacters } from '../lib/cutText.ts'

/** The signed-in person. The name is missing where the service doesn't tell it. */
export type Person = { id: number; name?: string | undefined }

const PersonContext = createContext<Person | undefined>(undefined)
export const PersonProvider = PersonContext

export function usePerson(): Person {
  const value = use(PersonContext)
  if (!value) throw new Error('usePerson outside a PersonProvider')
  return value
}

/** Initials of a name: the first letters of its first and last word. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map(word => firstCharacters(word ?? '', 1).toLocaleUpperCase()).join('')
}

/** A person by initials; the name stands beside it or is said by what holds it. */
export function PersonAvatar({ name }: { name: string }) {
  return (
    <Avatar component="span" translate="no">
      {initialsOf(name)}
    </Avatar>
  )
}
