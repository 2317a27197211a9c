import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { query } from '../../../api/query.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { usePersonStorage } from '../../../ui/PersonStorage.tsx'
import { rememberedHomework } from './rememberedHomework.ts'

/**
 * The homework of a class that was opened by number, where the service has no list (service-facts.md). Each is loaded by
 * itself; `failed` are those that could not be.
 */
export function useHomeworkByNumber(courseId: number, enabled: boolean) {
  const client = useQueryClient()
  const storage = usePersonStorage()
  const { id: personId } = usePerson()
  const remembered = useMemo(
    () => rememberedHomework(storage, personId, courseId),
    [storage, personId, courseId],
  )
  const all = useSyncExternalStore(remembered.subscribe, remembered.list)
  const ids = enabled ? all : nothing
  const answers = useQueries({ queries: ids.map(id => one(courseId, id)) })
  const homeworks: Homework[] = []
  const failed: { id: number; error: Error }[] = []
  for (const [at, answer] of answers.entries()) {
    if (answer.data) homeworks.push(answer.data)
    else if (answer.error) failed.push({ id: ids[at] ?? 0, error: answer.error })
  }
  return {
    homeworks,
    failed,
    loading: answers.some(answer => answer.isPending),
    /** Unix ms of the newest answer, 0 before there is one. */
    asOf: Math.max(0, ...answers.map(answer => answer.dataUpdatedAt)),
    kept: storage !== undefined,
    /** Loads it and remembers it. Fails with what `call` fails with. */
    open: async (id: number): Promise<Homework> => {
      const found = await client.fetchQuery({ ...one(courseId, id), retry: false })
      remembered.add(id)
      return found
    },
    forget: remembered.remove,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

const one = (course_id: number, homework_id: number) => query(homework.get, { course_id, homework_id })
const nothing: readonly number[] = []
