import type { Query } from '@tanstack/react-query'
import { chats } from '../../contract/chats.ts'
import type { Endpoint, Resource, Rows } from '../../contract/endpoint.ts'
import { concerns, type LiveEvent } from '../../contract/events.ts'
import { hasEveryChange, type Message, messages } from '../../contract/messages.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { TabPage } from '../../lib/tabLeader.ts'
import { fetchFresh, keyOf } from '../cache/query.ts'
import { callOf } from '../client/call.ts'
import { lastAsk, responseInfoOf } from '../client/responseInfo.ts'
import type { Api } from '../createApi.ts'
import { debug } from '../debug.ts'

/** A cached GET that must be fetched again. */
type Stale = {
  /** A request with a higher number contains the change. */
  nth: number
  /** Time of its last event, in Unix ms. */
  receivedAt: number
  /** Newest version of its events, by chat ID. Empty for other resources, whose responses have no version. */
  versions: Map<number, number>
  /** Earliest time of the request, in Unix ms. */
  dueAt: number
  isFetching: boolean
  failures: number
}

/**
 * Times in ms. `spread`: random delay, so that clients that receive the same event do not all send at once. `gap`:
 * minimum time between two requests for the same GET. It doubles, up to `maxGap`, while requests follow each other.
 */
type Pace = { spread: number; gap: number; maxGap: number }
const onScreen: Pace = { spread: 0, gap: 1_000, maxGap: 1_000 }
const inTheList: Pace = { spread: 3_000, gap: 15_000, maxGap: 120_000 }
const usual: Pace = { spread: 1_500, gap: 2_000, maxGap: 30_000 }
const maxRetryGap = 120_000
/**
 * Maximum time that an event waits for a pending write that may have caused it, in ms. Many writes or a large upload
 * take longer.
 */
const maxDeferral = 3_000
/** Maximum version that is a count of changes. Higher versions are Unix ms (contract/events.ts). */
const highestCount = 1e11

function paceOf({ resource, path }: Endpoint): Pace {
  if (resource === 'message') return onScreen
  return path === chats.list.path ? inTheList : usual
}

type Needs = { api: Api; clock: () => number; chance: () => number; page: Pick<TabPage, 'visible'> }

/**
 * Creates the handler of events. Events make cached GETs stale. Mounted ones are fetched again while the tab is
 * visible.
 */
export function createEventReader({ api, clock, chance, page }: Needs) {
  const { queryClient, budget, live } = api
  const cache = queryClient.getQueryCache()
  const stale = new Map<string, Stale>()
  /** By query: time of the last fetch for an event, and the gap after it. */
  const fetched = new Map<string, { at: number; gap: number }>()
  /** By query: the version of a chat up to which its messages are complete. */
  const complete = new Map<string, number>()
  /** Events that a pending write of this page may have caused. */
  let deferred: { event: LiveEvent; nth: number; until: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const apply = (event: LiveEvent, nth = lastAsk(), until = clock() + maxDeferral): void => {
    const about = cache.getAll().filter(query => isOfService(query) && concerns(event, callOf(query.meta)))
    const calls = about.map(({ meta }) => callOf(meta))
    const of = { kind: event.kind as Resource, id: event.id }
    if (clock() < until && calls.some(live.isWriting)) {
      debug('events', () => ({ ...factsOf(event), waits: 'for a write of this page' }))
      deferred.push({ event, nth, until })
      refetchDue()
      return
    }
    const outdated = about.filter(query => !hasChange(query, event, live.isOwn(of, callOf(query.meta))))
    for (const query of outdated) add(query, nth, spreadOf(query), event)
    debug('events', () => ({
      ...factsOf(event),
      invalidates: outdated.map(nameOf),
      upToDate: about.filter(query => !outdated.includes(query)).map(nameOf),
    }))
    live.receivedOwn(of, calls)
    refetchDue()
  }
  const spreadOf = (query: Query) => chance() * paceOf(callOf(query.meta).endpoint).spread
  const add = (query: Query, nth: number, wait: number, event?: LiveEvent) => {
    const { queryHash } = query
    const last = fetched.get(queryHash)
    const earliest = last ? last.at + budget.pollInterval(last.gap) : 0
    const entry = stale.get(queryHash) ?? {
      nth,
      receivedAt: clock(),
      versions: new Map<number, number>(),
      dueAt: Math.max(clock() + wait, earliest),
      isFetching: false,
      failures: 0,
    }
    entry.nth = Math.max(entry.nth, nth)
    entry.receivedAt = clock()
    if (event && isCounted(query) && event.version <= highestCount) {
      entry.versions.set(event.id, Math.max(event.version, entry.versions.get(event.id) ?? 0))
    } else entry.versions.clear()
    stale.set(queryHash, entry)
  }

  /** Whether the cached data is known to contain the change. `isOwn`: the change was made by this page. */
  const hasChange = (
    query: Query,
    { id, version }: Pick<LiveEvent, 'id' | 'version'>,
    isOwn: boolean,
  ): boolean => {
    const { data } = query.state
    const { endpoint } = callOf(query.meta)
    if (endpoint === messages.list) return hasMessageChange(query, version)
    if (endpoint !== chats.list && endpoint !== chats.get) return isOwn
    const row =
      endpoint === chats.get ? data : rowsOf(data)?.rows.find(each => isRecord(each) && each.id === id)
    // The version is a time if no version counts the change: how far the user has read, or their permissions.
    if (version > highestCount) return isOwn
    return isRecord(row) && typeof row.version === 'number' && row.version >= version
  }
  const hasMessageChange = (query: Query, version: number): boolean => {
    const cached = rowsOf(query.state.data) as Rows<Message> | undefined
    if (!cached) return false
    const from = complete.get(query.queryHash) ?? newest(cached)
    if (!hasEveryChange(cached.rows, from, version)) return false
    complete.set(query.queryHash, Math.max(from, version))
    return true
  }
  /** Whether no request is needed any more, because another tab has passed the data on or a screen has fetched it. */
  const isUpToDate = (query: Query, { nth, receivedAt, versions }: Stale): boolean => {
    const info = responseInfoOf(query.state.data)
    if (!info || query.state.isInvalidated) return false
    if (info.nth === undefined ? info.askedAt > receivedAt : info.nth > nth) return true
    return (
      versions.size > 0 && [...versions].every(([id, version]) => hasChange(query, { id, version }, true))
    )
  }

  const refetchDue = (): void => {
    clearTimeout(timer)
    if (closed) return
    const overdue = deferred.filter(({ until }) => until <= clock())
    deferred = deferred.filter(each => !overdue.includes(each))
    for (const { event, nth, until } of overdue) apply(event, nth, until)
    let next = Math.min(...deferred.map(({ until }) => until))
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
    const pace = paceOf(callOf(meta).endpoint)
    const { gap, maxGap } = pace
    const last = fetched.get(queryHash)
    const isFollowing = last !== undefined && clock() - last.at < 2 * budget.pollInterval(last.gap)
    const after = isFollowing ? Math.min(last.gap * 2, maxGap) : gap
    fetched.set(queryHash, { at: clock(), gap: after })
    entry.isFetching = true
    const given = pace === onScreen ? meta : { ...meta, priority: 'background' }
    try {
      await fetchFresh(queryClient, { queryKey, meta: given })
      // For an event that arrived during the request.
      entry.dueAt = clock() + budget.pollInterval(after)
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
    if (event.type === 'removed') {
      complete.delete(queryHash)
      fetched.delete(queryHash)
    } else if (event.type === 'updated' && event.action.type === 'success') {
      const { manual } = event.action
      if (!manual && isMessages(event.query)) complete.set(queryHash, newest(rowsOf(event.query.state.data)))
    } else if (event.type === 'updated' && event.action.type !== 'error') return
    // Deferred, so that the response info of the new data is stored first.
    if (stale.has(queryHash)) queueMicrotask(refetchDue)
  })
  const unsubscribeWrites = live.onWriteEnded(() => {
    const now = deferred
    deferred = []
    for (const { event, nth, until } of now) apply(event, nth, until)
  })

  return {
    apply,
    /** Call if events may have been missed. Fetches all cached GETs again, those on screen within `within` ms. */
    refetchAll(within: number): void {
      // The list of chats shows which chats have changed (features/chats/sync/watchedChats.ts).
      const hasList = queryClient.getQueryData(keyOf(chats.list, {})) !== undefined
      debug('events', () => ({ kind: 'everything', within }))
      for (const query of cache.getAll()) {
        if (!isOfService(query) || query.state.data === undefined) continue
        if (isMessages(query) && hasList) continue
        add(query, lastAsk(), chance() * within)
      }
      refetchDue()
    },
    /** Call when the tab becomes visible. */
    refetchDue,
    close(): void {
      closed = true
      clearTimeout(timer)
      unsubscribeCache()
      unsubscribeWrites()
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

const isMessages = ({ meta }: Query) => meta?.endpoint === messages.list
const isCounted = ({ meta }: Query) =>
  meta?.endpoint === messages.list || meta?.endpoint === chats.list || meta?.endpoint === chats.get

const rowsOf = (data: unknown) =>
  isRecord(data) && Array.isArray(data.rows) ? (data as Rows<unknown>) : undefined

function newest(held: Rows<unknown> | undefined): number {
  let version = 0
  for (const row of (held?.rows ?? []) as readonly Pick<Message, 'version'>[])
    version = Math.max(version, row.version ?? 0)
  return version
}
