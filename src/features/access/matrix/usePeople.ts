import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { query } from '../../../api/query.ts'
import { courses } from '../../../contract/courses.ts'
import { type MatrixPerson, membersOf } from './people.ts'

/** The people of a class. `unsupported`: this service does not list them. */
export function useMembers(courseId: number, collator: Intl.Collator) {
  const { data, error, refetch } = useQuery(query(courses.members, { course_id: courseId }))
  const unsupported = !data && error instanceof ApiError && error.kind === 'unsupported'
  const signedOut = error instanceof ApiError && error.kind === 'signedOut'
  const members = useMemo(
    (): readonly MatrixPerson[] => membersOf(data?.rows ?? [], collator),
    [data, collator],
  )
  return {
    members,
    unsupported,
    unreadable: data?.unreadable ?? 0,
    loading: !data && !error,
    error: unsupported || signedOut ? null : error,
    retry: () => void refetch(),
  }
}
