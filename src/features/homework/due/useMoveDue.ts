import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fetchFresh, keyOf, query } from '../../../api/cache/query.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { type DirectWriteKind, sendDirectly } from '../../../outbox/queue/directWrite.ts'

/** `changed`: another user has changed the due date. `uncertain`: the response was lost, and reading it failed too. */
export type MoveDueState =
  | { kind: 'idle' | 'moving' | 'changed' | 'uncertain' }
  | { kind: 'failed'; error: unknown }

const dueChange: DirectWriteKind<typeof homework.change, true> = {
  endpoint: homework.change,
  toResult: () => true,
  async wasApplied({ input: { body, ...ids } }, call) {
    const { until_datetime } = await call(homework.get, ids)
    return until_datetime.slice(0, 10) === body.until_datetime
  },
}

type MoveDueOptions = {
  /** False if another user has changed the due date since the screen showed it. */
  isUnchanged: (stored: Homework) => boolean
  onMoved: (day: string) => void
}

/** Changes only the due date. Reads it before, so that a change of another user is never overwritten unseen (rule 24). */
export function useMoveDue(
  { id, course_id }: Pick<Homework, 'id' | 'course_id'>,
  { isUnchanged, onMoved }: MoveDueOptions,
) {
  const client = useQueryClient()
  const [state, setState] = useState<MoveDueState>({ kind: 'idle' })
  const isBusy = useRef(false)
  const send = async (day: string): Promise<MoveDueState> => {
    const ids = { course_id, homework_id: id }
    const stored = await fetchFresh(client, query(homework.get, ids))
    if (!isUnchanged(stored)) {
      void client.invalidateQueries({ queryKey: keyOf(homework.list, { course_id }), exact: true })
      return { kind: 'changed' }
    }
    const outcome = await sendDirectly(client, dueChange, {
      input: { ...ids, body: { until_datetime: day } },
    })
    if (outcome.kind === 'uncertain') return { kind: 'uncertain' }
    if (outcome.kind !== 'done') return { kind: 'failed', error: outcome.error }
    onMoved(day)
    return { kind: 'idle' }
  }
  const move = async (day: string) => {
    if (isBusy.current) return
    isBusy.current = true
    setState({ kind: 'moving' })
    try {
      setState(await send(day))
    } catch (error) {
      setState({ kind: 'failed', error })
    } finally {
      isBusy.current = false
    }
  }
  return { state, move: (day: string) => void move(day) }
}
