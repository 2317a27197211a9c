import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { onePerPerson } from '../../lib/onePerPerson.ts'
import { usePerson } from '../../ui/Person.tsx'

/** A hook that gives the signed-in person's own of something made once, for as long as the page lives. */
export function perPerson<T>(create: (client: QueryClient) => T): () => T {
  const ofPerson = onePerPerson(create)
  return function usePersonal() {
    return ofPerson(useQueryClient(), usePerson().id)
  }
}
