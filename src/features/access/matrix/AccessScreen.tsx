import { useParams } from 'react-router'
import { ClassAccess } from './ClassAccess.tsx'

/** /classes/:courseId/access?find=&kind=&admins=one&older=shown. Another class starts anew. */
export function AccessScreen() {
  const courseId = Number(useParams().courseId)
  return <ClassAccess key={courseId} courseId={courseId} />
}
