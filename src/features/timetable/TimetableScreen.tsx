import { useParams } from 'react-router'
import { ClassTimetable } from './ClassTimetable.tsx'

/** /classes/:courseId/timetable?week=2026-W47&view=week|day&day=2026-11-18. Another class starts anew. */
export function TimetableScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassTimetable key={courseId} courseId={courseId} />
}
