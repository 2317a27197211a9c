import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fetchFresh, keyOf, query, write } from '../../../api/cache/query.ts'
import { type Homework, homework } from '../../../contract/homework.ts'

type MoveDueOptions = {
  /** False if another user has changed the due date since the screen showed it. */
  isUnchanged: (stored: Homework) => boolean
  onMoved: (day: string) => void
}

/** Another user has changed the due date. */
export class DueChangedError extends Error {
  override readonly name = 'DueChangedError'
}

/** Changes only the due date. Reads it before, so that a change of another user is never overwritten unseen (rule 24). */
export function useMoveDue(
  { id, course_id }: Pick<Homework, 'id' | 'course_id'>,
  { isUnchanged, onMoved }: MoveDueOptions,
) {
  const client = useQueryClient()
  const ids = { course_id, homework_id: id }
  const { mutateAsync } = useMutation(write(homework.change))
  const moving = useMutation({
    async mutationFn(day: string) {
      if (!isUnchanged(await fetchFresh(client, query(homework.get, ids)))) {
        void client.invalidateQueries({ queryKey: keyOf(homework.list, { course_id }), exact: true })
        throw new DueChangedError()
      }
      await mutateAsync({ ...ids, body: { until_datetime: day } })
    },
    onSuccess: (_result, day) => onMoved(day),
  })
  return {
    isMoving: moving.isPending,
    error: moving.error,
    move: (day: string) => {
      if (!moving.isPending) moving.mutate(day)
    },
  }
}
