import { listEndpoints } from '../../contract/allEndpoints.ts'
import type { Resource } from '../../contract/endpoint.ts'
import { heartbeatInterval, type LiveEvent, missedEvents, repeatedEventsMs } from '../../contract/events.ts'
import { isPostgres } from '../../http/dialect.ts'
import { notFound, Problem } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { resolveAudience } from './audience.ts'
import { type ChangeFeed, createLocalFeed, notifyInTransaction } from './changeFeed.ts'
import type { Change } from './changes.ts'
import { createStreams } from './streams.ts'

/** After this time without a feed, streams close and pages poll. */
const maxDowntimeMs = 5000

export type Live = ReturnType<typeof createLive>

export function createLive(options: {
  db: Db
  clock: () => number
  /** Required with PostgreSQL. */
  feed?: ChangeFeed | undefined
  report?: ((error: unknown) => void) | undefined
  /** Called about once a second while streams are open. */
  onHeartbeat?: () => void
}) {
  const { db, clock, report = () => undefined, onHeartbeat } = options
  const feed = options.feed ?? (isPostgres(db) ? undefined : createLocalFeed())
  const streams = createStreams(
    ids => findValidTokens(db, ids, clock()).catch(keepAllOnError(ids)),
    onHeartbeat,
  )
  let stopListening: (() => void) | undefined
  let isClosed = false
  let feedReady = Promise.withResolvers<void>()
  let closeTimer: ReturnType<typeof setTimeout> | undefined
  let queue: Change[] = []
  let isNotifying = false
  /** Events of the last `repeatedEventsMs`. `at` is in Unix ms. */
  let recentEvents: { event: LiveEvent; people: ReadonlySet<number>; at: number }[] = []
  /** Since then all events are known, in Unix ms. */
  let knownSince = Number.POSITIVE_INFINITY

  /** Ignores errors while the service closes. */
  const reportError = (error: unknown) => {
    if (!isClosed) report(error)
  }
  const keepAllOnError = (ids: number[]) => (error: unknown) => {
    reportError(error)
    return new Set(ids)
  }

  function handleUp() {
    clearTimeout(closeTimer)
    feedReady.resolve()
    knownSince = clock()
    // Changes during the downtime are unknown.
    void streams.notifyMissed()
  }

  function handleDown() {
    feedReady = Promise.withResolvers()
    clearTimeout(closeTimer)
    closeTimer = setTimeout(streams.end, maxDowntimeMs)
  }

  function handleChanges(text: string) {
    try {
      queue.push(...(JSON.parse(text) as Change[]))
    } catch (error) {
      // Any client of the database can send notifications.
      return reportError(error)
    }
    if (!isNotifying) void notifyAll()
  }

  /** Sends later changes in the next round. */
  async function notifyAll() {
    isNotifying = true
    while (queue.length > 0 && !isClosed) {
      const round = queue
      queue = []
      try {
        await notify(mergeMessageChanges(round))
      } catch (error) {
        reportError(error)
        knownSince = clock()
        await streams.notifyMissed()
      }
    }
    isNotifying = false
  }

  async function notify(changes: Iterable<Change>) {
    const oldest = clock() - repeatedEventsMs
    recentEvents = recentEvents.filter(({ at }) => at >= oldest)
    const audiences = new Map<string, ReadonlySet<number>>()
    for (const { event, to } of changes) {
      const key = JSON.stringify(to)
      const people = audiences.get(key) ?? (await resolveAudience(db, to))
      audiences.set(key, people)
      recentEvents.push({ event, people, at: clock() })
      await streams.notify(event, people, subscriber => mayReceive(subscriber, event))
    }
  }

  function getFirstEvents(subscriber: Caller): LiveEvent[] {
    const oldest = clock() - repeatedEventsMs
    if (knownSince > oldest) return [missedEvents]
    return recentEvents
      .filter(({ at, people }) => at >= oldest && people.has(subscriber.userId))
      .map(({ event, at }) => ({ ...event, age_ms: clock() - at }))
      .filter(event => mayReceive(subscriber, event))
  }

  return {
    /** Throws 404 without a feed, and 503 while it is down. */
    async open(subscriber: Caller, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      if (!feed) throw notFound()
      if (!isClosed)
        stopListening ??= feed.listen({ onChanges: handleChanges, onUp: handleUp, onDown: handleDown })
      if (isClosed || !(await resolvesWithin(maxDowntimeMs, feedReady.promise))) throw unavailable()
      return streams.open(subscriber, signal, getFirstEvents(subscriber))
    },
    /** PostgreSQL sends the changes with the commit. */
    notifyInTransaction,
    /** Call after the commit. */
    publishCommitted(changes: readonly Change[]): void {
      if (changes.length > 0) feed?.publish?.(JSON.stringify(changes))
    },
    close() {
      isClosed = true
      clearTimeout(closeTimer)
      stopListening?.()
      streams.end()
    },
  }
}

/** The newest version covers earlier ones. The merged event has no `write_id`, so that no page ignores it. */
function mergeMessageChanges(changes: readonly Change[]): Change[] {
  const merged = new Map<string, Change>()
  for (const [at, change] of changes.entries()) {
    const { event, to } = change
    const key = event.kind === 'message' ? `${event.id} ${JSON.stringify(to)}` : String(at)
    const isMerged = merged.delete(key)
    merged.set(key, isMerged ? { to, event: { ...event, write_id: undefined } } : change)
  }
  return [...merged.values()]
}

const unavailable = () =>
  new Problem(503, 'unavailable', 'Live updates are not available at the moment.', {
    'Retry-After': '10',
  })

async function resolvesWithin(ms: number, done: Promise<void>): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => timeout.resolve(false), ms)
  return Promise.race([done.then(() => true), timeout.promise]).finally(() => clearTimeout(timer))
}

/** Not revoked, and valid until the next check. */
async function findValidTokens(db: Db, ids: number[], now: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('tokens')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where(row =>
      row.or([
        row('expires_at', 'is', null),
        row('expires_at', '>', new Date(now + 2 * heartbeatInterval).toISOString()),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Scopes of the GET endpoints. One of them is enough for the event; null requires none. */
const scopesByResource = new Map<Resource, (string | null)[]>()
for (const { endpoint } of listEndpoints()) {
  const { method, resource, scope = null } = endpoint
  if (method === 'GET') scopesByResource.set(resource, [...(scopesByResource.get(resource) ?? []), scope])
}

const mayReceive = ({ scopes }: Caller, { kind }: LiveEvent): boolean =>
  kind === 'everything' ||
  (scopesByResource.get(kind) ?? []).some(scope => scope === null || scopes.has(scope))
