import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { canSetHomework, me } from '../../contract/me.ts'

/** Returns undefined while this is unknown, and true if the current user can't be loaded. */
export function useMaySetHomework(): boolean | undefined {
  const { data, error } = useQuery(query(me.get, {}))
  if (!data) return error ? true : undefined
  return canSetHomework(data)
}
