import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import { courses } from '../../../contract/courses.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { type ResourceKind, resourceKinds } from './resources.ts'

/** Starts the requests while the screen's code is loading. Returns at once. */
export const accessLoader =
  (queryClient: QueryClient) =>
  ({ params }: LoaderFunctionArgs): null => {
    const course_id = Number(params.courseId)
    void queryClient.prefetchQuery(query(courses.members, { course_id }))
    void queryClient.prefetchQuery(query(lessons.list, { course_id }))
    void queryClient.prefetchQuery(query(homework.list, { course_id }))
    void queryClient.prefetchQuery(query(files.list, { course_id }))
    void queryClient.prefetchQuery(query(chats.list, {}))
    return null
  }

/** State of the matrix in the address. `older`: whether to show homework that was due long ago. */
export type MatrixAddress = {
  find: string
  kind: ResourceKind | undefined
  onlyOneAdmin: boolean
  older: boolean
}

/** Reads the query of the address. An unknown kind counts as absent. */
export const readAddress = (query: URLSearchParams): MatrixAddress => ({
  find: query.get('find') ?? '',
  kind: resourceKinds.find(kind => kind === query.get('kind')),
  onlyOneAdmin: query.get('admins') === 'one',
  older: query.get('older') === 'shown',
})

/** Returns the query with another state. Other parameters remain. */
export function withAddress(
  query: URLSearchParams,
  { find, kind, onlyOneAdmin, older }: MatrixAddress,
): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string | undefined) =>
    value === undefined ? next.delete(name) : next.set(name, value)
  put('find', find.trim() === '' ? undefined : find)
  put('kind', kind)
  put('admins', onlyOneAdmin ? 'one' : undefined)
  put('older', older ? 'shown' : undefined)
  return next
}
