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

/** What of a cached GET is to be asked again. */
type Stale = {
  /** A later request than this one sees the change. */
  nth: number
  /** When the last of it was heard, Unix ms. */
  heardAt: number
  /** Newest version that was heard, by the id of the chat; others have none that answers show. */
  versions: Map<number, number>
  /** Not before, Unix ms. */
  dueAt: number
  isAsking: boolean
  failures: number
}

/**
 * ms. `spread`: forty pages that hear the same do not ask in the same moment. `gap`: between two requests for the same,
 * twice as long each time that they follow on each other, up to `most`.
 */
type Pace = { spread: number; gap: number; most: number }
const onScreen: Pace = { spread: 0, gap: 1_000, most: 1_000 }
const inTheList: Pace = { spread: 3_000, gap: 15_000, most: 120_000 }
const usual: Pace = { spread: 1_500, gap: 2_000, most: 30_000 }
const longestRest = 120_000
/** No chat has so many changes; Unix ms are more (contract/events.ts). */
const highestCount = 1e11

function paceOf({ resource, path }: Endpoint): Pace {
  if (resource === 'message') return onScreen
  return path === chats.list.path ? inTheList : usual
}

type Needs = { api: Api; clock: () => number; chance: () => number; page: Pick<TabPage, 'visible'> }

/** What is heard makes cached GETs stale; those on screen are asked again while somebody looks. */
export function createEventReader({ api, clock, chance, page }: Needs) {
  const { queryClient, budget, live } = api
  const cache = queryClient.getQueryCache()
  const stale = new Map<string, Stale>()
  /** By query: when it was last asked for an event, and the gap after it. */
  const asked = new Map<string, { at: number; gap: number }>()
  /** By query: the version of a chat up to which its messages have everything. */
  const complete = new Map<string, number>()
  /** What may be of a write of this page that is under way. */
  let unsure: { event: LiveEvent; nth: number }[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const hear = (event: LiveEvent, nth = lastAsk()): void => {
    const about = cache.getAll().filter(query => isOfService(query) && concerns(event, callOf(query.meta)))
    const calls = about.map(({ meta }) => callOf(meta))
    const kind = event.kind as Resource
    if (calls.some(live.isWriting)) return void unsure.push({ event, nth })
    for (const query of about) {
      if (!holds(query, event, live.isOwn(kind, callOf(query.meta)))) add(query, nth, spreadOf(query), event)
    }
    live.tookOwn(kind, calls)
    look()
  }
  const spreadOf = (query: Query) => chance() * paceOf(callOf(query.meta).endpoint).spread
  const add = (query: Query, nth: number, wait: number, event?: LiveEvent) => {
    const { queryHash } = query
    const last = asked.get(queryHash)
    const earliest = last ? last.at + budget.pollInterval(last.gap) : 0
    const entry = stale.get(queryHash) ?? {
      nth,
      heardAt: clock(),
      versions: new Map<number, number>(),
      dueAt: Math.max(clock() + wait, earliest),
      isAsking: false,
      failures: 0,
    }
    entry.nth = Math.max(entry.nth, nth)
    entry.heardAt = clock()
    if (event && isCounted(query) && event.version <= highestCount) {
      entry.versions.set(event.id, Math.max(event.version, entry.versions.get(event.id) ?? 0))
    } else entry.versions.clear()
    stale.set(queryHash, entry)
  }

  /** What is held is known to have the change in it. `isOwn`: this page made it. */
  const holds = (
    query: Query,
    { id, version }: Pick<LiveEvent, 'id' | 'version'>,
    isOwn: boolean,
  ): boolean => {
    const { data } = query.state
    const { endpoint } = callOf(query.meta)
    if (endpoint === messages.list) return holdsMessages(query, version)
    if (endpoint !== chats.list && endpoint !== chats.get) return isOwn
    const row =
      endpoint === chats.get ? data : rowsOf(data)?.rows.find(each => isRecord(each) && each.id === id)
    // A moment instead of a count: how far this person read, or what they may do, which no count tells.
    if (version > highestCount) return isOwn
    return isRecord(row) && typeof row.version === 'number' && row.version >= version
  }
  const holdsMessages = (query: Query, version: number): boolean => {
    const held = rowsOf(query.state.data) as Rows<Message> | undefined
    if (!held) return false
    const from = complete.get(query.queryHash) ?? newest(held)
    if (!hasEveryChange(held.rows, from, version)) return false
    complete.set(query.queryHash, Math.max(from, version))
    return true
  }
  /** What is held by now needs no request: another tab may have told it, or a screen have asked. */
  const isUpToDate = (query: Query, { nth, heardAt, versions }: Stale): boolean => {
    const info = responseInfoOf(query.state.data)
    if (!info || query.state.isInvalidated) return false
    if (info.nth === undefined ? info.askedAt > heardAt : info.nth > nth) return true
    return versions.size > 0 && [...versions].every(([id, version]) => holds(query, { id, version }, true))
  }

  const look = (): void => {
    clearTimeout(timer)
    if (closed) return
    let next = Number.POSITIVE_INFINITY
    for (const [hash, entry] of stale) next = Math.min(next, step(hash, entry))
    if (Number.isFinite(next)) timer = setTimeout(look, Math.max(0, next - clock()))
  }
  /** When to look again, Unix ms; never where something else will tell. */
  const step = (hash: string, entry: Stale): number => {
    const query = cache.get(hash)
    if (!query || isUpToDate(query, entry)) stale.delete(hash)
    else if (entry.isAsking || query.state.fetchStatus !== 'idle') return Number.POSITIVE_INFINITY
    else if (!query.isActive()) {
      // Asked for when it comes on screen again.
      stale.delete(hash)
      if (query.state.data !== undefined) query.invalidate()
    } else if (page.visible()) {
      if (clock() < entry.dueAt) return entry.dueAt
      void ask(query, entry)
    }
    return Number.POSITIVE_INFINITY
  }
  const ask = async (query: Query, entry: Stale): Promise<void> => {
    const { queryHash, queryKey, meta = {} } = query
    const pace = paceOf(callOf(meta).endpoint)
    const { gap, most } = pace
    const last = asked.get(queryHash)
    const isFollowing = last !== undefined && clock() - last.at < 2 * budget.pollInterval(last.gap)
    asked.set(queryHash, { at: clock(), gap: isFollowing ? Math.min(last.gap * 2, most) : gap })
    entry.isAsking = true
    const given = pace === onScreen ? meta : { ...meta, priority: 'background' }
    try {
      await fetchFresh(queryClient, { queryKey, meta: given })
    } catch {
      // Quiet: the screen says how old what it shows is.
      entry.failures += 1
      entry.dueAt = clock() + Math.min(gap * 2 ** entry.failures, longestRest)
    }
    entry.isAsking = false
    look()
  }

  const unsubscribeCache = cache.subscribe(event => {
    const { queryHash } = event.query
    if (event.type === 'removed') {
      complete.delete(queryHash)
      asked.delete(queryHash)
    } else if (event.type === 'updated' && event.action.type === 'success') {
      const { manual } = event.action
      if (!manual && isMessages(event.query)) complete.set(queryHash, newest(rowsOf(event.query.state.data)))
    } else if (event.type === 'updated' && event.action.type !== 'error') return
    // After whoever set the data has told when it was asked for.
    if (stale.has(queryHash)) queueMicrotask(look)
  })
  const unsubscribeWrites = live.onWriteEnded(() => {
    const now = unsure
    unsure = []
    for (const { event, nth } of now) hear(event, nth)
  })

  return {
    hear,
    /** Something may have been missed: all that is held is asked again, what is on screen within `within` ms. */
    askAll(within: number): void {
      // Which chats changed, the list of them tells (features/chats/sync/watchedChats.ts).
      const hasList = queryClient.getQueryData(keyOf(chats.list, {})) !== undefined
      for (const query of cache.getAll()) {
        if (!isOfService(query) || query.state.data === undefined) continue
        if (isMessages(query) && hasList) continue
        add(query, lastAsk(), chance() * within)
      }
      look()
    },
    /** The tab was shown. */
    look,
    close(): void {
      closed = true
      clearTimeout(timer)
      unsubscribeCache()
      unsubscribeWrites()
      stale.clear()
    },
  }
}

/** Says what else a service can tell changes of: no bytes, and nothing that is asked once. */
const untold: readonly Resource[] = ['document', 'avatar', 'ips', 'signIn', 'token', 'event']

function isOfService({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint } = callOf(meta)
  return endpoint.method === 'GET' && !untold.includes(endpoint.resource)
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
