import type { Query } from '@tanstack/react-query'
import type { Resource } from '../../contract/endpoint.ts'
import { concerns, type LiveEvent } from '../../contract/events.ts'
import type { TabPage } from '../../lib/tabLeader.ts'
import { fetchFresh } from '../cache/query.ts'
import { callOf } from '../client/call.ts'
import { lastRequestNumber, responseInfoOf } from '../client/responseInfo.ts'
import type { Api } from '../createApi.ts'
import { debug } from '../debug.ts'
import type { RefreshPace, RefreshRule } from './refreshRule.ts'

/** A cached GET that must be fetched again. */
type Stale = {
  /** A request with a higher number contains the change. */
  nth: number
  /** Time of its last event, in Unix ms. */
  receivedAt: number
  /** Newest version of its events, by their ID. */
  versions: Map<number, number>
  /** Whether events may have been missed, so that the versions do not tell whether the data is current. */
  hasMissedEvents: boolean
  /** Earliest time of the request, in Unix ms. */
  dueAt: number
  isFetching: boolean
  failures: number
}

const defaultPace: RefreshPace = { spread: 1_500, gap: 2_000, maxGap: 30_000 }
const maxRetryGap = 120_000

type Needs = {
  api: Api
  clock: () => number
  chance: () => number
  rules?: readonly RefreshRule[]
  page: Pick<TabPage, 'visible'>
}

/**
 * Creates the handler of events. Events make cached GETs stale. Mounted ones are fetched again while the tab is
 * visible.
 */
export function createEventReader({ api, clock, chance, rules = [], page }: Needs) {
  const { queryClient, rateLimit, ownWrites } = api
  const cache = queryClient.getQueryCache()
  const stale = new Map<string, Stale>()
  /** By query: time of the last fetch for an event, and the gap after it. */
  const fetched = new Map<string, { at: number; gap: number }>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const ruleOf = ({ meta }: Query) => rules.find(({ endpoint }) => endpoint === meta?.endpoint)
  const paceOf = (query: Query) => ruleOf(query)?.pace ?? defaultPace
  const hasChange = (query: Query, event: { id: number; version: number }): boolean =>
    ruleOf(query)?.hasChange?.(query, event) ?? false

  /** Applies an event, unless it is of a write of this page: its response updates the cache. */
  const apply = (event: LiveEvent): void => {
    const nth = lastRequestNumber()
    const ownWrite = ownWrites.find(event.write_id)
    if (ownWrite) void ownWrite.then(isDone => applyOwn(event, nth, isDone))
    else invalidate(event, nth)
  }
  const applyOwn = (event: LiveEvent, nth: number, isDone: boolean): void => {
    if (isDone) debug('events', () => ({ ...factsOf(event), isOwn: true }))
    // The response was lost, so only the event shows that the service has performed the write.
    else if (!closed) invalidate(event, nth)
  }
  const invalidate = (event: LiveEvent, nth: number): void => {
    const about = cache.getAll().filter(query => isOfService(query) && concerns(event, callOf(query.meta)))
    const outdated = about.filter(query => !hasChange(query, event))
    for (const query of outdated) add(query, nth, chance() * paceOf(query).spread, event)
    debug('events', () => ({
      ...factsOf(event),
      invalidates: outdated.map(nameOf),
      upToDate: about.filter(query => !outdated.includes(query)).map(nameOf),
    }))
    refetchDue()
  }
  const add = (query: Query, nth: number, wait: number, event?: LiveEvent) => {
    const { queryHash } = query
    const last = fetched.get(queryHash)
    const earliest = last ? last.at + rateLimit.pollInterval(last.gap) : 0
    const entry = stale.get(queryHash) ?? {
      nth,
      receivedAt: clock(),
      versions: new Map<number, number>(),
      hasMissedEvents: false,
      dueAt: Math.max(clock() + wait, earliest),
      isFetching: false,
      failures: 0,
    }
    entry.nth = Math.max(entry.nth, nth)
    entry.receivedAt = clock()
    if (event) entry.versions.set(event.id, Math.max(event.version, entry.versions.get(event.id) ?? 0))
    else entry.hasMissedEvents = true
    stale.set(queryHash, entry)
  }

  /** Whether no request is needed any more, because another tab has passed the data on or a screen has fetched it. */
  const isUpToDate = (query: Query, { nth, receivedAt, versions, hasMissedEvents }: Stale): boolean => {
    const info = responseInfoOf(query.state.data)
    if (!info || query.state.isInvalidated) return false
    if (info.requestNumber === undefined ? info.requestedAt > receivedAt : info.requestNumber > nth)
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
  /** Handles one stale GET. Returns its due time in Unix ms, or infinity if something else will call again. */
  const step = (hash: string, entry: Stale): number => {
    const query = cache.get(hash)
    if (!query || isUpToDate(query, entry)) stale.delete(hash)
    else if (entry.isFetching || query.state.fetchStatus !== 'idle') return Number.POSITIVE_INFINITY
    else if (!query.isActive()) {
      // It will be fetched when it is mounted again.
      stale.delete(hash)
      if (query.state.data !== undefined) query.invalidate()
    } else if (page.visible()) {
      if (clock() < entry.dueAt) return entry.dueAt
      void refetch(query, entry)
    }
    return Number.POSITIVE_INFINITY
  }
  const refetch = async (query: Query, entry: Stale): Promise<void> => {
    const { queryHash, queryKey, meta = {} } = query
    const { gap, maxGap } = paceOf(query)
    const last = fetched.get(queryHash)
    const isFollowing = last !== undefined && clock() - last.at < 2 * rateLimit.pollInterval(last.gap)
    const after = isFollowing ? Math.min(last.gap * 2, maxGap) : gap
    fetched.set(queryHash, { at: clock(), gap: after })
    entry.isFetching = true
    const given = { ...meta, priority: 'background' }
    try {
      await fetchFresh(queryClient, { queryKey, meta: given })
      // For an event that arrived during the request.
      entry.dueAt = clock() + rateLimit.pollInterval(after)
    } catch {
      // No message, because the screen shows the age of its data.
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
    // Deferred, so that the response info of the new data is stored first.
    if (stale.has(queryHash)) queueMicrotask(refetchDue)
  })

  return {
    apply,
    /** Call if events may have been missed. Fetches all cached GETs again, those on screen within `within` ms. */
    refetchAll(within: number): void {
      debug('events', () => ({ kind: 'everything', within }))
      for (const query of cache.getAll()) {
        if (!isOfService(query) || query.state.data === undefined) continue
        if (ruleOf(query)?.isRefreshedElsewhere?.()) continue
        add(query, lastRequestNumber(), chance() * within)
      }
      refetchDue()
    },
    /** Call when the tab becomes visible. */
    refetchDue,
    close(): void {
      closed = true
      clearTimeout(timer)
      unsubscribeCache()
      stale.clear()
    },
  }
}

/** Resources whose events do not affect the cache: bytes, and data that is fetched once. */
const withoutEvents: readonly Resource[] = ['document', 'avatar', 'ips', 'signIn', 'token', 'event']

function isOfService({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint } = callOf(meta)
  return endpoint.method === 'GET' && !withoutEvents.includes(endpoint.resource)
}

/** Returns an event for the debug log, without fields that a newer service may add. */
const factsOf = ({ kind, id, version }: LiveEvent) => ({ kind, id, version })

/**
 * Returns a cached GET for the debug log: its path and the IDs of its input. Other input is left out, because a search
 * contains text.
 */
function nameOf({ meta }: Query): string {
  const { endpoint, input } = callOf(meta)
  const ids = Object.entries(input).filter(
    ([name, value]) => name.endsWith('_id') && typeof value === 'number',
  )
  return [`GET ${endpoint.path}`, ...ids.map(([name, value]) => `${name}=${value}`)].join(' ')
}
