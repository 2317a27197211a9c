import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFresh, query } from '../../../api/cache/query.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { unlessBlocked } from '../../../session/userStorage.tsx'
import { handInWrite } from './handInWrite.ts'

/** Returns false once a hand-in was refused because there is no such endpoint. Remembered for the browser session. */
export function useHandInSupport(task: Homework, writes: readonly Write[]): boolean {
  const client = useQueryClient()
  const { id: userId } = useCurrentUser()
  const key = `staffroom:${userId}:no-hand-in`
  const [isMissing, setIsMissing] = useState(() => readFlag(key))
  const refusedHandIn = writes.find(
    ({ kind, state, error }) =>
      kind === handInWrite.name && state === 'failed' && error?.kind === 'unsupported',
  )
  const status = refusedHandIn?.error?.status
  const { course_id, id: homework_id } = task
  useEffect(() => {
    if (status === undefined) return
    // A 404 may also mean that this homework was deleted.
    const fetchHomework = () => fetchFresh(client, query(homework.get, { course_id, homework_id }))
    const check = status === 404 ? fetchHomework() : Promise.resolve()
    check
      .then(() => {
        writeFlag(key)
        setIsMissing(true)
      })
      .catch(() => undefined)
  }, [status, client, key, course_id, homework_id])
  return !isMissing
}

const readFlag = (key: string): boolean => unlessBlocked(() => sessionStorage.getItem(key)) === '1'
const writeFlag = (key: string) => unlessBlocked(() => sessionStorage.setItem(key, '1'))
