import { useParams } from 'react-router'
import { ClassHomework } from './list/ClassHomework.tsx'

/** /classes/:courseId/homework?find=&subject=&sort=&past=open. Another class starts anew. */
export function HomeworkScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassHomework key={courseId} courseId={courseId} />
}
