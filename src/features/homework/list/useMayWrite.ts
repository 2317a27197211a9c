import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { me, setsHomework } from '../../../contract/me.ts'

/** Whether setting homework is offered; where nobody says who reads, it is. `undefined` until that is known. */
export function useMayWrite(): boolean | undefined {
  const { data, error } = useQuery(query(me.get, {}))
  if (!data) return error ? true : undefined
  return setsHomework(data)
}
