import type { Query } from '@tanstack/react-query'
import type { Resource } from '../../contract/endpoint.ts'
import { eventAffects, type LiveEvent } from '../../contract/events.ts'
import type { TabPage } from '../../lib/tabLeader.ts'
import { fetchFresh } from '../cache/query.ts'
import { callOf } from '../client/call.ts'
import { lastRequestNumber, responseInfoOf } from '../client/responseInfo.ts'
import type { Api } from '../createApi.ts'
import { debug } from '../debug.ts'
import type { RefreshPace, RefreshRule } from './refreshRule.ts'

type StaleQuery = {
  /** A request with a higher number contains the change. */
  requestNumber: number
  /** Last event, in Unix ms. */
  receivedAt: number
  /** Newest version by event ID. */
  versions: Map<number, number>
  /** If true, the versions prove nothing. */
  hasMissedEvents: boolean
  /** Earliest time of the request, in Unix ms. */
  dueAt: number
  isFetching: boolean
  failures: number
}

const defaultPace: RefreshPace = { spread: 1_500, gap: 2_000, maxGap: 30_000 }
const maxRetryGap = 120_000

type EventReaderOptions = {
  api: Api
  clock: () => number
  random: () => number
  rules?: readonly RefreshRule[]
  page: Pick<TabPage, 'isVisible'>
}

/** Marks GETs as stale, and refetches mounted ones while the tab is visible. */
export function createEventReader({ api, clock, random, rules = [], page }: EventReaderOptions) {
  const { queryClient, rateLimit, ownWrites } = api
  const cache = queryClient.getQueryCache()
  const stale = new Map<string, StaleQuery>()
  /** Last fetch in Unix ms, and the gap after it. */
  const fetched = new Map<string, { at: number; gap: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const ruleOf = ({ meta }: Query) => rules.find(({ endpoint }) => endpoint === meta?.endpoint)
  const paceOf = (query: Query) => ruleOf(query)?.pace ?? defaultPace
  const hasChange = (query: Query, event: { id: number; version: number }): boolean =>
    ruleOf(query)?.hasChange?.(query, event) ?? false

  /** Responses of own writes update the cache. */
  const apply = (event: LiveEvent): void => {
    const requestNumber = lastRequestNumber()
    const ownWrite = ownWrites.find(event.write_id)
    if (ownWrite) void ownWrite.then(isDone => applyOwn(event, requestNumber, isDone))
    else invalidate(event, requestNumber)
  }
  const applyOwn = (event: LiveEvent, requestNumber: number, isDone: boolean): void => {
    if (isDone) debug('events', () => ({ ...factsOf(event), isOwn: true }))
    // The response was lost, so the event counts.
    else if (!closed) invalidate(event, requestNumber)
  }
  const invalidate = (event: LiveEvent, requestNumber: number): void => {
    const affected = cache
      .getAll()
      .filter(query => isOfService(query) && eventAffects(event, callOf(query.meta)))
    // A stream begins with events that happened before some of the data was requested.
    const happenedAt = event.age_ms === undefined ? Number.POSITIVE_INFINITY : clock() - event.age_ms
    const isLater = ({ state }: Query) => (responseInfoOf(state.data)?.requestedAt ?? 0) > happenedAt
    const outdated = affected.filter(query => !isLater(query) && !hasChange(query, event))
    for (const query of outdated) add(query, requestNumber, random() * paceOf(query).spread, event)
    debug('events', () => ({
      ...factsOf(event),
      invalidates: outdated.map(nameOf),
      upToDate: affected.filter(query => !outdated.includes(query)).map(nameOf),
    }))
    refetchDue()
  }
  const add = (query: Query, requestNumber: number, wait: number, event?: LiveEvent) => {
    const { queryHash } = query
    const last = fetched.get(queryHash)
    const earliest = last ? last.at + rateLimit.pollInterval(last.gap) : 0
    const entry = stale.get(queryHash) ?? {
      requestNumber,
      receivedAt: clock(),
      versions: new Map<number, number>(),
      hasMissedEvents: false,
      dueAt: Math.max(clock() + wait, earliest),
      isFetching: false,
      failures: 0,
    }
    entry.requestNumber = Math.max(entry.requestNumber, requestNumber)
    entry.receivedAt = clock()
    if (event) entry.versions.set(event.id, Math.max(event.version, entry.versions.get(event.id) ?? 0))
    else entry.hasMissedEvents = true
    stale.set(queryHash, entry)
  }

  /** Another tab or screen may have fetched it. */
  const isUpToDate = (
    query: Query,
    { requestNumber, receivedAt, versions, hasMissedEvents }: StaleQuery,
  ): boolean => {
    const info = responseInfoOf(query.state.data)
    if (!info || query.state.isInvalidated) return false
    if (info.requestNumber === undefined ? info.requestedAt > receivedAt : info.requestNumber > requestNumber)
      return true
    return !hasMissedEvents && [...versions].every(([id, version]) => hasChange(query, { id, version }))
  }

  const refetchDue = (): void => {
    clearTimeout(timer)
    if (closed) return
    let next = Number.POSITIVE_INFINITY
    for (const [hash, entry] of stale) next = Math.min(next, step(hash, entry))
    if (Number.isFinite(next)) timer = setTimeout(refetchDue, Math.max(0, next - clock()))
  }
  /** Unix ms or infinity. */
  const step = (hash: string, entry: StaleQuery): number => {
    const query = cache.get(hash)
    if (!query || isUpToDate(query, entry)) stale.delete(hash)
    else if (entry.isFetching || query.state.fetchStatus !== 'idle') return Number.POSITIVE_INFINITY
    else if (!query.isActive()) {
      // It will be fetched on mount.
      stale.delete(hash)
      if (query.state.data !== undefined) query.invalidate()
    } else if (page.isVisible()) {
      if (clock() < entry.dueAt) return entry.dueAt
      void refetch(query, entry)
    }
    return Number.POSITIVE_INFINITY
  }
  const refetch = async (query: Query, entry: StaleQuery): Promise<void> => {
    const { queryHash, queryKey, meta = {} } = query
    const { gap, maxGap } = paceOf(query)
    const last = fetched.get(queryHash)
    const isFollowing = last !== undefined && clock() - last.at < 2 * rateLimit.pollInterval(last.gap)
    const after = isFollowing ? Math.min(last.gap * 2, maxGap) : gap
    fetched.set(queryHash, { at: clock(), gap: after })
    entry.isFetching = true
    const fetchMeta = { ...meta, priority: 'background' }
    try {
      await fetchFresh(queryClient, { queryKey, meta: fetchMeta })
      // An event arrived during the request.
      entry.dueAt = clock() + rateLimit.pollInterval(after)
    } catch {
      // The screen shows the age of its data.
      entry.failures += 1
      entry.dueAt = clock() + Math.min(gap * 2 ** entry.failures, maxRetryGap)
    }
    entry.isFetching = false
    refetchDue()
  }

  const unsubscribeCache = cache.subscribe(event => {
    const { queryHash } = event.query
    if (event.type === 'removed') fetched.delete(queryHash)
    else if (event.type === 'updated' && !['success', 'error'].includes(event.action.type)) return
    // The response info must be stored first.
    if (stale.has(queryHash)) queueMicrotask(refetchDue)
  })

  return {
    apply,
    /** Fetches the GETs that were requested before `before` (Unix ms), mounted ones within `within` ms. */
    refetchOlder(before: number, within: number): void {
      debug('events', () => ({ kind: 'everything', within }))
      for (const query of cache.getAll()) {
        if (!isOfService(query) || query.state.data === undefined) continue
        if ((responseInfoOf(query.state.data)?.requestedAt ?? 0) >= before) continue
        add(query, lastRequestNumber(), random() * within)
      }
      refetchDue()
    },
    refetchDue,
    close(): void {
      closed = true
      clearTimeout(timer)
      unsubscribeCache()
      stale.clear()
    },
  }
}

/** Bytes, and data that is fetched once or only with a password. */
const withoutEvents: readonly Resource[] = ['document', 'avatar', 'ips', 'signIn', 'token', 'event']

function isOfService({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint } = callOf(meta)
  return endpoint.method === 'GET' && !withoutEvents.includes(endpoint.resource)
}

/** Omits fields that a newer service may add. */
const factsOf = ({ kind, id, version }: LiveEvent) => ({ kind, id, version })

/** Path and IDs only: other input may contain text. */
function nameOf({ meta }: Query): string {
  const { endpoint, input } = callOf(meta)
  const ids = Object.entries(input).filter(
    ([name, value]) => name.endsWith('_id') && typeof value === 'number',
  )
  return [`GET ${endpoint.path}`, ...ids.map(([name, value]) => `${name}=${value}`)].join(' ')
}
