import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { readParam } from '../../../contract/wire.ts'
import { parseJson } from '../../../lib/parseJson.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { createTextStore } from '../textStore.ts'

export type HomeworkList = {
  homeworks: readonly Homework[]
  /** Time of the shown data in Unix ms. Undefined before any data is loaded. */
  asOf: number | undefined
  unreadable: number
  error: Error | null
  loading: boolean
  retry: () => void
  /** Changes with each response. Data that depends on the list may then be fetched again. */
  round: number
  /**
   * Set if the service has no list of homework. Then the user opens homework by number, and the numbers are remembered.
   */
  byNumber: ReturnType<typeof useHomeworkByNumber> | undefined
}

export function useHomeworkList(courseId: number): HomeworkList {
  const list = useQuery(query(homework.list, { course_id: courseId }))
  const unsupported = isKind(list.error, 'unsupported') && list.data === undefined
  const byNumber = useHomeworkByNumber(courseId, unsupported)
  if (unsupported) {
    return {
      homeworks: byNumber.homeworks,
      asOf: byNumber.homeworks.length > 0 ? byNumber.asOf : undefined,
      unreadable: 0,
      error: null,
      loading: byNumber.loading,
      retry: byNumber.retry,
      round: byNumber.asOf,
      byNumber,
    }
  }
  // The sign-in dialog over the screen explains this error. The list is fetched again after the sign-in.
  const error = isKind(list.error, 'signedOut') ? null : list.error
  return {
    homeworks: list.data?.rows ?? none,
    asOf: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    error,
    loading: list.data === undefined && error === null,
    retry: () => void list.refetch(),
    round: list.dataUpdatedAt,
    byNumber: undefined,
  }
}

const none: readonly Homework[] = []
const isKind = (error: unknown, kind: ApiError['kind']) => error instanceof ApiError && error.kind === kind

/**
 * Returns the homework of a class that was opened by number, for a service without a list (service-facts.md). Each is
 * loaded separately. `failed` has those that could not be loaded.
 */
function useHomeworkByNumber(courseId: number, enabled: boolean) {
  const client = useQueryClient()
  const storage = useUserStorage()
  const { id: personId } = useCurrentUser()
  const remembered = useMemo(
    () => rememberedHomework(storage, personId, courseId),
    [storage, personId, courseId],
  )
  const all = useSyncExternalStore(remembered.subscribe, remembered.list)
  const ids = enabled ? all : nothing
  const answers = useQueries({ queries: ids.map(id => homeworkQuery(courseId, id)) })
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
    /** Time of the newest response in Unix ms, or 0 before the first one. */
    asOf: Math.max(0, ...answers.map(answer => answer.dataUpdatedAt)),
    isPersisted: storage !== undefined,
    /** Loads the homework and remembers its number. Throws the `ApiError` of the request. */
    open: async (id: number): Promise<Homework> => {
      const found = await client.fetchQuery({ ...homeworkQuery(courseId, id), retry: false })
      remembered.add(id)
      return found
    },
    forget: remembered.remove,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch()
    },
  }
}

const homeworkQuery = (course_id: number, homework_id: number) =>
  query(homework.get, { course_id, homework_id })
const nothing: readonly number[] = []

const maxRemembered = 200

/** Creates the store of the numbers of homework that a user opened in a class, newest first. It is in this browser. */
export function rememberedHomework(storage: Storage | undefined, personId: number, courseId: number) {
  const store = createTextStore(storage, `staffroom:${personId}:homework:${courseId}`)
  let text = ''
  let ids: readonly number[] = []
  /** Returns the same array until the list changes. */
  const list = () => {
    const now = store.read()
    if (now !== text) ids = idsIn(now)
    text = now
    return ids
  }
  const without = (id: number) => list().filter(other => other !== id)
  return {
    list,
    add: (id: number) => store.write(JSON.stringify([id, ...without(id)].slice(0, maxRemembered))),
    remove: (id: number) => store.write(JSON.stringify(without(id))),
    subscribe: store.subscribe,
  }
}

/** Ignores invalid values in the storage. */
function idsIn(text: string): number[] {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return []
  return [...new Set(stored)].filter(id => typeof id === 'number' && readParam('id', String(id)) === id)
}
