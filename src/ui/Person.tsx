import { createContext, type ReactNode, use } from 'react'

/** The signed-in person. The name is missing where the service doesn't tell it. */
export type Person = { id: number; name?: string | undefined }

const PersonContext = createContext<Person | undefined>(undefined)

export function PersonProvider({ value, children }: { value: Person; children: ReactNode }) {
  return <PersonContext value={value}>{children}</PersonContext>
}

export function usePerson(): Person {
  const value = use(PersonContext)
  if (!value) throw new Error('usePerson outside a PersonProvider')
  return value
}
