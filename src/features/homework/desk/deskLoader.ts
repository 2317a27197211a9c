import type { QueryClient } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { SchoolTime } from '../../../ui/SchoolTime.tsx'
import { deskHomework, deskSubmissions, isOpen } from '../homeworkQueries.ts'

/**
 * Starts the requests while the desk's code is still on its way; its skeleton stands meanwhile. Both at once where the list
 * of homework said already that this person corrects it.
 */
export const deskLoader =
  (queryClient: QueryClient, _schoolTime: SchoolTime) =>
  ({ params }: LoaderFunctionArgs): null => {
    const courseId = Number(params.courseId)
    const homeworkId = Number(params.homeworkId)
    const askForWork = () => void queryClient.prefetchQuery(deskSubmissions(homeworkId))
    const isKnown = isOpen(queryClient, courseId, homeworkId)
    if (isKnown) askForWork()
    void queryClient.prefetchQuery(deskHomework(courseId, homeworkId)).then(() => {
      if (!isKnown && isOpen(queryClient, courseId, homeworkId)) askForWork()
    })
    return null
  }
