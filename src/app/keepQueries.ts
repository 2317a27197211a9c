import { query } from '../api/cache/query.ts'
import { ApiError } from '../api/client/ApiError.ts'
import type { Api } from '../api/createApi.ts'
import { homework } from '../contract/homework.ts'
import { lessons } from '../contract/lessons.ts'
import { me } from '../contract/me.ts'
import { timeline } from '../contract/timeline.ts'
import { isRecord } from '../lib/isRecord.ts'
import { parseJson } from '../lib/parseJson.ts'
import type { Session } from '../session/session.ts'
import { readText, writeText } from '../session/storedText.ts'

/** What My day and the homework list show. The timetable stores its weeks itself (`createWeekStore`). */
const keptEndpoints = [me.memberships, timeline.mine, homework.mine, homework.list, lessons.list] as const
const endpoints: readonly unknown[] = keptEndpoints

/** About the classes of a teacher. */
const maxKept = 20
/** In ms. */
const saveDebounce = 1000
/** The name of this file contains its hash, so that another version of the app ignores data that it may not know. */
const version = import.meta.url

type Kept = { endpoint: number; input: object; data: unknown; at: number }

/**
 * Stores some responses of the user and puts them into the cache when the page opens again, so that they are readable
 * without a network. They are refetched when they are shown. Sign-out deletes them (`Preferences.forget`). Returns a
 * function that stops this.
 */
export function keepQueries(
  session: Session,
  { queryClient }: Pick<Api, 'queryClient'>,
  getStorage: () => Storage | undefined,
): () => void {
  const cache = queryClient.getQueryCache()
  let userId: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = () => {
    clearTimeout(timer)
    timer = undefined
    const state = session.state()
    if (!('user' in state) || state.user.id !== userId) return
    const kept = cache.getAll().flatMap(({ meta, state: { data, dataUpdatedAt, error } }): Kept[] => {
      const endpoint = endpoints.indexOf(meta?.endpoint)
      const isLost = error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind)
      if (endpoint < 0 || data === undefined || isLost || !isRecord(meta?.input)) return []
      return [{ endpoint, input: meta.input, data, at: dataUpdatedAt }]
    })
    const queries = kept.toSorted((a, b) => b.at - a.at).slice(0, maxKept)
    writeText(getStorage(), getKey(userId), JSON.stringify({ version, queries }))
  }
  const saveIfDue = () => timer !== undefined && save()

  const restore = () => {
    const state = session.state()
    const nextId = 'user' in state ? state.user.id : undefined
    if (nextId === userId) return
    userId = nextId
    if (userId === undefined) return
    const stored = parseJson(readText(getStorage(), getKey(userId)) ?? '')
    if (!isRecord(stored) || stored.version !== version) return
    for (const { endpoint: index, input, data, at } of stored.queries as Kept[]) {
      const endpoint = keptEndpoints[index]
      if (!endpoint) continue
      const { queryKey, meta = {} } = query(endpoint, input as never)
      if (queryClient.getQueryData(queryKey) !== undefined) continue
      const restored = cache.build<unknown, Error, unknown, readonly unknown[]>(queryClient, {
        queryKey,
        meta,
      })
      restored.setData(data, { updatedAt: at, manual: true })
      // Loaders and screens fetch it again, also if it is new.
      restored.invalidate()
    }
  }
  restore()
  const unsubscribes = [
    session.subscribe(restore),
    cache.subscribe(event => {
      if (event.type !== 'updated' || !['success', 'error'].includes(event.action.type)) return
      if (!endpoints.includes(event.query.meta?.endpoint)) return
      timer ??= setTimeout(save, saveDebounce)
    }),
  ]
  addEventListener('pagehide', saveIfDue)
  return () => {
    clearTimeout(timer)
    removeEventListener('pagehide', saveIfDue)
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}

const getKey = (userId: number | undefined) => `staffroom:${userId}:lists`
