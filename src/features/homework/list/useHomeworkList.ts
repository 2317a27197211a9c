import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { query } from '../../../api/cache/query.ts'
import { ApiError, withoutSignedOut } from '../../../api/client/ApiError.ts'
import { responseInfoOf } from '../../../api/client/responseInfo.ts'
import { type Homework, homework, type ListedHomework } from '../../../contract/homework.ts'
import { readParam } from '../../../contract/wire.ts'
import { parseJson } from '../../../lib/parseJson.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { createTextStore } from '../../../session/textStore.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'

export type HomeworkList = {
  homeworks: readonly ListedHomework[]
  /** In Unix ms. */
  loadedAt: number | undefined
  unreadable: number
  error: Error | null
  isLoading: boolean
  retry: () => void
  /** When the list was requested, in Unix ms. */
  requestedAt: number
  /** Set if the service has no list of homework. Then the user opens homework by number. */
  byNumber: ReturnType<typeof useHomeworkByNumber> | undefined
}

export function useHomeworkList(courseId: number): HomeworkList {
  const list = useQuery(query(homework.list, { course_id: courseId }))
  const isUnsupported = hasKind(list.error, 'unsupported') && list.data === undefined
  const byNumber = useHomeworkByNumber(courseId, isUnsupported)
  if (isUnsupported) {
    return {
      homeworks: byNumber.homeworks,
      loadedAt: byNumber.homeworks.length > 0 ? byNumber.loadedAt : undefined,
      unreadable: 0,
      error: null,
      isLoading: byNumber.isLoading,
      retry: byNumber.retry,
      requestedAt: byNumber.loadedAt,
      byNumber,
    }
  }
  const error = withoutSignedOut(list.error)
  return {
    homeworks: list.data?.rows ?? noHomework,
    loadedAt: list.data && list.dataUpdatedAt,
    unreadable: list.data?.unreadable ?? 0,
    error,
    isLoading: list.data === undefined && error === null,
    retry: () => void list.refetch(),
    requestedAt: responseInfoOf(list.data)?.requestedAt ?? 0,
    byNumber: undefined,
  }
}

const noHomework: readonly Homework[] = []
const hasKind = (error: unknown, kind: ApiError['kind']) => error instanceof ApiError && error.kind === kind

/** Loads the homework whose numbers are remembered, for a service without a list (service-facts.md). */
function useHomeworkByNumber(courseId: number, enabled: boolean) {
  const client = useQueryClient()
  const storage = useUserStorage()
  const { id: personId } = useCurrentUser()
  const remembered = useMemo(
    () => createRememberedHomework(storage, personId, courseId),
    [storage, personId, courseId],
  )
  const rememberedIds = useSyncExternalStore(remembered.subscribe, remembered.list)
  const ids = enabled ? rememberedIds : noIds
  const results = useQueries({ queries: ids.map(id => homeworkQuery(courseId, id)) })
  const homeworks: Homework[] = []
  const failed: { id: number; error: Error }[] = []
  for (const [index, result] of results.entries()) {
    if (result.data) homeworks.push(result.data)
    else if (result.error) failed.push({ id: ids[index] ?? 0, error: result.error })
  }
  return {
    homeworks,
    failed,
    isLoading: results.some(result => result.isPending),
    /** In Unix ms, 0 before the first response. */
    loadedAt: Math.max(0, ...results.map(result => result.dataUpdatedAt)),
    isPersisted: storage !== undefined,
    /** Loads the homework and remembers its number. Throws the `ApiError` of the request. */
    open: async (id: number): Promise<Homework> => {
      const found = await client.fetchQuery({ ...homeworkQuery(courseId, id), retry: false })
      remembered.add(id)
      return found
    },
    forget: remembered.remove,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}

const homeworkQuery = (course_id: number, homework_id: number) =>
  query(homework.get, { course_id, homework_id })
const noIds: readonly number[] = []

const maxRemembered = 200

/** Numbers of the homework that the user opened in a class, newest first, in the browser storage. */
export function createRememberedHomework(storage: Storage | undefined, personId: number, courseId: number) {
  const store = createTextStore(storage, `staffroom:${personId}:homework:${courseId}`)
  let text = ''
  let ids: readonly number[] = []
  /** `useSyncExternalStore` needs the same array until the list changes. */
  const list = () => {
    const latestText = store.read()
    if (latestText !== text) ids = parseIds(latestText)
    text = latestText
    return ids
  }
  const getOtherIds = (id: number) => list().filter(other => other !== id)
  return {
    list,
    add: (id: number) => store.write(JSON.stringify([id, ...getOtherIds(id)].slice(0, maxRemembered))),
    remove: (id: number) => store.write(JSON.stringify(getOtherIds(id))),
    subscribe: store.subscribe,
  }
}

/** Ignores invalid values in the storage. */
function parseIds(text: string): number[] {
  const stored = parseJson(text)
  if (!Array.isArray(stored)) return []
  return [...new Set(stored)].filter(id => typeof id === 'number' && readParam('id', String(id)) === id)
}
