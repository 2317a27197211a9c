import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { usePerson } from '../../ui/Person.tsx'

/**
 * A hook that gives the signed-in person's own of something made once, for as long as the page lives. Whoever signs in
 * after them finds nothing of theirs (cases 12).
 */
export function perPerson<T>(create: (client: QueryClient) => T): () => T {
  const made = new WeakMap<QueryClient, { personId: number; its: T }>()
  return function usePersonal() {
    const client = useQueryClient()
    const { id: personId } = usePerson()
    const known = made.get(client)
    if (known?.personId === personId) return known.its
    const its = create(client)
    made.set(client, { personId, its })
    return its
  }
}
