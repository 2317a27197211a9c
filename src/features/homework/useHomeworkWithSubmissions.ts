import { useQuery, useQueryClient } from '@tanstack/react-query'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { canCorrect } from '../../contract/homework.ts'
import { deskHomeworkQuery, deskSubmissionsQuery, mayReadSubmissions } from './homeworkQueries.ts'

/** Fetches a homework and its submissions for a screen on which they are marked. */
export function useHomeworkWithSubmissions(courseId: number, homeworkId: number) {
  const client = useQueryClient()
  const { data: homework, ...task } = useQuery(deskHomeworkQuery(courseId, homeworkId))
  const canFetchList = homework ? canCorrect(homework) : mayReadSubmissions(client, courseId, homeworkId)
  const { data: submissions, ...list } = useQuery({
    ...deskSubmissionsQuery(homeworkId),
    enabled: canFetchList,
  })
  const listError = homework ? withoutSignedOut(list.error) : null
  return {
    homework,
    submissions,
    error: listError ?? withoutSignedOut(task.error),
    /** When the submissions were loaded, in Unix ms. */
    loadedAt: list.dataUpdatedAt,
    retry() {
      if (task.error) void task.refetch()
      if (canFetchList) void list.refetch()
    },
  }
}
