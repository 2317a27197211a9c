import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/query.ts'
import { courses } from '../../../contract/courses.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import { usePerson } from '../../../ui/Person.tsx'

/** Who corrected: `you`, a name, or nobody this app can name. The class is asked only for a name it needs. */
export function useTeacherName(
  courseId: number,
  userId: number | null,
): 'you' | { name: string } | undefined {
  const me = usePerson()
  const { data } = useQuery({
    ...query(courses.members, { course_id: courseId }),
    enabled: userId !== null && userId !== me.id,
  })
  if (userId === me.id) return 'you'
  const member = data?.rows.find(({ id }) => id === userId)
  return member && { name: harmlessName(member.name) }
}
