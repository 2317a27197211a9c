import { createContext, use } from 'react'

export type Person = { id: number; name?: string | undefined }

const CurrentUserContext = createContext<Person | undefined>(undefined)
export const CurrentUserProvider = CurrentUserContext

export function useCurrentUser(): Person {
  const value = use(CurrentUserContext)
  if (!value) throw new Error('useCurrentUser outside a CurrentUserProvider')
  return value
}
