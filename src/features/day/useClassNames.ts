import { useQueries } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import { useMyClassIds } from './useMyTimelines.ts'

const noClasses: readonly number[] = []

/** By ID. The navigation uses the same requests. */
export function useClassNames(): ReadonlyMap<number, string> {
  const ids = useMyClassIds() ?? noClasses
  const results = useQueries({ queries: ids.map(course_id => query(courses.get, { course_id })) })
  return new Map(ids.map((id, index) => [id, results[index]?.data?.name ?? '']))
}
