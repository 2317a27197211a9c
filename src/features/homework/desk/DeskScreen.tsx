import { Suspense } from 'react'
import { useParams } from 'react-router'
import { Desk } from './Desk.tsx'
import { DeskSkeleton } from './DeskSkeleton.tsx'

/**
 * /classes/:courseId/homework/:homeworkId/submissions/:userId?show=drafts, without a pupil at the first to correct, and
 * /overview. Another homework starts anew, another pupil does not.
 */
export function DeskScreen() {
  const params = useParams()
  const courseId = Number(params.courseId)
  const homeworkId = Number(params.homeworkId)
  return (
    <Suspense fallback={<DeskSkeleton />}>
      <Desk key={homeworkId} courseId={courseId} homeworkId={homeworkId} />
    </Suspense>
  )
}
