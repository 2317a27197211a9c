import { useQuery } from '@tanstack/react-query'
import { query } from '../../api/cache/query.ts'
import { courses } from '../../contract/courses.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

/** Undefined if the service does not list the members of the class. Sends no request if `userId` is null. */
export function useCorrectorName(courseId: number, userId: number | null): string | undefined {
  const members = useQuery({ ...query(courses.members, { course_id: courseId }), enabled: userId !== null })
  const member = members.data?.rows.find(({ id }) => id === userId)
  return member && sanitizeName(member.name)
}
