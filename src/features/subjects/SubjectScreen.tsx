import { useParams } from 'react-router'
import { Subject } from './Subject.tsx'

/** /classes/:courseId/subjects/:lessonId. Another subject starts anew. */
export function SubjectScreen() {
  const { courseId, lessonId } = useParams()
  return <Subject key={`${courseId}/${lessonId}`} courseId={Number(courseId)} lessonId={Number(lessonId)} />
}
