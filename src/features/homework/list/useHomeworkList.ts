import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { readParam } from '../../../contract/wire.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { usePersonStorage } from '../../../ui/PersonStorage.tsx'

/** The homework of a class as it is known now. */
export type HomeworkList = {
  homeworks: readonly Homework[]
  /** Unix ms of what is shown; `undefined` while nothing is. */
  asOf: number | undefined
  unreadable: number
  error: Error | null
  loading: boolean
  retry: () => void
  /** Counts the answers: what depends on the list may be asked for again. */
  round: number
  /** The service lists no homework: opened by number and remembered. */
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
  // The sign-in over the screen says so; what was asked for is asked again once somebody is signed in.
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
 * The homework of a class that was opened by number, where the service has no list (service-facts.md). Each is loaded by
 * itself; `failed` are those that could not be.
 */
function useHomeworkByNumber(courseId: number, enabled: boolean) {
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

/** Numbers of the homework a person opened in a class, kept in this browser; the newest first. */
export type RememberedHomework = {
  /** The same array until something changes. */
  list: () => readonly number[]
  add: (id: number) => void
  remove: (id: number) => void
  subscribe: (listener: () => void) => () => void
}

const most = 200
/** Where the browser keeps nothing: until the page closes. Another one with every change, also of what is kept. */
const passing = createStore<ReadonlyMap<string, string>>(() => new Map())

/** What is remembered for one person and class. */
export function rememberedHomework(
  storage: Storage | undefined,
  personId: number,
  courseId: number,
): RememberedHomework {
  const key = `staffroom:${personId}:homework:${courseId}`
  let text: string | undefined
  let ids: readonly number[] = []
  const list = () => {
    const now = readText(storage, key)
    if (now !== text) {
      text = now
      ids = parse(now)
    }
    return ids
  }
  const keep = (next: readonly number[]) => {
    const stored = JSON.stringify(next)
    const unkept = new Map(passing.getState())
    try {
      if (!storage) throw new Error('blocked')
      storage.setItem(key, stored)
      unkept.delete(key)
    } catch {
      unkept.set(key, stored)
    }
    passing.setState(unkept, true)
  }
  return {
    list,
    add: id => keep([id, ...list().filter(other => other !== id)].slice(0, most)),
    remove: id => keep(list().filter(other => other !== id)),
    subscribe: passing.subscribe,
  }
}

function readText(storage: Storage | undefined, key: string): string {
  const unkept = passing.getState().get(key)
  try {
    return unkept ?? storage?.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** Whatever else is in its place counts as nothing. */
function parse(text: string): number[] {
  try {
    const stored: unknown = JSON.parse(text || '[]')
    if (!Array.isArray(stored)) return []
    return [...new Set(stored)].filter(id => typeof id === 'number' && readParam('id', String(id)) === id)
  } catch {
    return []
  }
}
