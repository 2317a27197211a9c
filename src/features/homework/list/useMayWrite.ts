import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { me } from '../../../contract/me.ts'

/**
 * Whether setting homework is offered. No flag says so for a class: teachers get it, pupils don't, and where the service
 * doesn't say who is what, it is offered and the service decides. `undefined` until that is known.
 */
export function useMayWrite(): boolean | undefined {
  const { data, error } = useQuery(query(me.get, {}))
  if (!data) return error ? true : undefined
  return data.is_teacher ?? data.is_student !== true
}
