import { useQuery, useQueryClient } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import type { Rows } from '../../../contract/endpoint.ts'
import { type Homework, homework, knowsHandingIn } from '../../../contract/homework.ts'

/**
 * Whether new homework of a class may say that it is handed in: once the service showed that it knows of it, in any homework
 * that was read. `undefined` while that is being found out. A class without homework yet tells nothing, but a service that
 * lists the homework of a class has more than api.md.
 */
export function useTakesHandIns(courseId: number): boolean | undefined {
  const client = useQueryClient()
  const list = useQuery(query(homework.list, { course_id: courseId }))
  const lists = client.getQueriesData<Rows<Homework>>({ queryKey: ['homework', homework.list.path] })
  const single = client.getQueriesData<Homework>({ queryKey: ['homework', homework.get.path] })
  const shown = [
    ...lists.flatMap(([, held]) => held?.rows ?? []),
    ...single.flatMap(([, held]) => held ?? []),
  ]
  if (knowsHandingIn(shown)) return true
  if (list.isPending) return undefined
  return shown.length === 0 && list.data !== undefined
}
