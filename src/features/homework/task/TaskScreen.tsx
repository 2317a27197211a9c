import { useParams } from 'react-router'
import { Task } from './Task.tsx'

/** /classes/:courseId/homework/:homeworkId. Another homework starts anew. */
export function TaskScreen() {
  const { courseId, homeworkId } = useParams()
  return (
    <Task key={`${courseId}/${homeworkId}`} courseId={Number(courseId)} homeworkId={Number(homeworkId)} />
  )
}
