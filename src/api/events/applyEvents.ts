import type { Query } from '@tanstack/react-query'
import { chats } from '../../contract/chats.ts'
import type { Endpoint, Resource, Rows } from '../../contract/endpoint.ts'
import { concerns, type LiveEvent } from '../../contract/events.ts'
import { hasEveryChange, type Message, messages } from '../../contract/messages.ts'
import { isRecord } from '../../lib/isRecord.ts'
import type { TabPage } from '../../lib/tabTurn.ts'
import { fetchFresh, keyOf } from '../cache/query.ts'
import { lastAsk, responseInfoOf } from '../cache/responseInfo.ts'
import { callOf } from '../client/call.ts'
import type { Api } from '../createApi.ts'
import { debug } from '../debug.ts'

/** A cached GET that is to be fetched again. */
type Stale = {
  /** A request numbered higher than this one sees the change. */
  nth: number
  /** When the last event about it came, Unix ms. */
  receivedAt: number
  /** Newest version of an event, by the id of the chat; answers about anything else show no version. */
  versions: Map<number, number>
  /** Not before, Unix ms. */
  dueAt: number
  isFetching: boolean
  failures: number
}

/**
 * ms. `spread`: forty pages that get the same event do not ask in the same moment. `gap`: between two requests for the same
 * GET, doubled each time that they follow on each other, up to `most`.
 */
type Pace = { spread: number; gap: number; most: number }
const onScreen: Pace = { spread: 0, gap: 1_000, most: 1_000 }
const inTheList: Pace = { spread: 3_000, gap: 15_000, most: 120_000 }
const usual: Pace = { spread: 1_500, gap: 2_000, most: 30_000 }
const longestRest = 120_000
/** An event that may be of a write under way waits for its end, but not for that of many or of a large upload, ms. */
const longestDeferral = 3_000
/** No chat has so many changes; Unix ms are more (contract/events.ts). */
const highestCount = 1e11

function paceOf({ resource, path }: Endpoint): Pace {
  if (resource === 'message') return onScreen
  return path === chats.list.path ? inTheList : usual
}

type Needs = { api: Api; clock: () => number; chance: () => number; page: Pick<TabPage, 'visible'> }

/** Events make cached GETs stale; those on screen are fetched again while the tab is visible. */
export function createEventReader({ api, clock, chance, page }: Needs) {
  const { queryClient, budget, live } = api
  const cache = queryClient.getQueryCache()
  const stale = new Map<string, Stale>()
  /** By query: when it was last fetched for an event, and the gap after that. */
  const fetched = new Map<string, { at: number; gap: number }>()
  /** By query: the version of a chat up to which its messages have everything. */
  const complete = new Map<string, number>()
  /** Events that may be of a write of this page that is under way. */
  let deferred: { event: LiveEvent; nth: number; until: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const apply = (event: LiveEvent, nth = lastAsk(), until = clock() + longestDeferral): void => {
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

  /** Whether the cached answer is known to have the change in it. `isOwn`: this page made it. */
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
    // A time instead of a count: how far this person read, or what they may do, which no version counts.
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
  /** Whether no request is needed any more: another tab may have passed it on, or a screen have fetched it. */
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
  /** When it is due, Unix ms; infinity where something else will call. */
  const step = (hash: string, entry: Stale): number => {
    const query = cache.get(hash)
    if (!query || isUpToDate(query, entry)) stale.delete(hash)
    else if (entry.isFetching || query.state.fetchStatus !== 'idle') return Number.POSITIVE_INFINITY
    else if (!query.isActive()) {
      // Fetched when it comes on screen again.
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
    const { gap, most } = pace
    const last = fetched.get(queryHash)
    const isFollowing = last !== undefined && clock() - last.at < 2 * budget.pollInterval(last.gap)
    const after = isFollowing ? Math.min(last.gap * 2, most) : gap
    fetched.set(queryHash, { at: clock(), gap: after })
    entry.isFetching = true
    const given = pace === onScreen ? meta : { ...meta, priority: 'background' }
    try {
      await fetchFresh(queryClient, { queryKey, meta: given })
      // For an event that came meanwhile.
      entry.dueAt = clock() + budget.pollInterval(after)
    } catch {
      // Silently: the screen says how old it is.
      entry.failures += 1
      entry.dueAt = clock() + Math.min(gap * 2 ** entry.failures, longestRest)
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
    // After whoever set the data has noted when it was fetched.
    if (stale.has(queryHash)) queueMicrotask(refetchDue)
  })
  const unsubscribeWrites = live.onWriteEnded(() => {
    const now = deferred
    deferred = []
    for (const { event, nth, until } of now) apply(event, nth, until)
  })

  return {
    apply,
    /** Events may have been missed: everything cached is fetched again, what is on screen within `within` ms. */
    refetchAll(within: number): void {
      // The list of chats shows which of them changed (features/chats/sync/watchedChats.ts).
      const hasList = queryClient.getQueryData(keyOf(chats.list, {})) !== undefined
      debug('events', () => ({ kind: 'everything', within }))
      for (const query of cache.getAll()) {
        if (!isOfService(query) || query.state.data === undefined) continue
        if (isMessages(query) && hasList) continue
        add(query, lastAsk(), chance() * within)
      }
      refetchDue()
    },
    /** To be called when the tab is shown. */
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

/** Of these no events come that matter to the cache: bytes, and what is fetched once. */
const withoutEvents: readonly Resource[] = ['document', 'avatar', 'ips', 'signIn', 'token', 'event']

function isOfService({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint } = callOf(meta)
  return endpoint.method === 'GET' && !withoutEvents.includes(endpoint.resource)
}

/** An event for the debug log, without fields that a newer service may add. */
const factsOf = ({ kind, id, version }: LiveEvent) => ({ kind, id, version })

/** A cached GET for the debug log: its path, and of its input the ids only, because a search contains text. */
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
