import type { Resource } from '../../contract/endpoint.ts'
import { heartbeat, type LiveEvent } from '../../contract/events.ts'
import { eachEndpoint } from '../../contract/everything.ts'
import { notFound, Problem } from '../answers/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import { peopleOf } from './audience.ts'
import { type ChangeFeed, createLocalFeed, notifyWithin } from './changeFeed.ts'
import type { Change } from './changes.ts'
import { createStreams } from './streams.ts'

/** Milliseconds without a feed, after which all streams end: the pages then poll, which tells them more. */
const silenceLimit = 5000

export type Live = ReturnType<typeof createLive>

/** Sends every change to those who may read it, whichever process it was made in. */
export function createLive(options: {
  db: Db
  clock: () => number
  /** Absent where there is but one process; in PostgreSQL there may be many. */
  feed?: ChangeFeed | undefined
  report?: ((error: unknown) => void) | undefined
}) {
  const { db, clock, report = () => undefined } = options
  const feed = options.feed ?? (isPostgres(db) ? undefined : createLocalFeed())
  const streams = createStreams(ids => goodTokens(db, ids, clock()).catch(keepAll(ids)))
  let stopListening: (() => void) | undefined
  let isClosed = false
  let feedIsUp = Promise.withResolvers<void>()
  let endingStreams: ReturnType<typeof setTimeout> | undefined
  let waiting: Change[] = []
  let isNotifying = false

  /** What fails because everything ends is nothing to look at. */
  const failed = (error: unknown) => {
    if (!isClosed) report(error)
  }
  const keepAll = (ids: number[]) => (error: unknown) => {
    failed(error)
    return new Set(ids)
  }

  function up() {
    clearTimeout(endingStreams)
    feedIsUp.resolve()
    // What changed while the feed was down is not known.
    void streams.notifyMissed()
  }

  function down() {
    feedIsUp = Promise.withResolvers()
    clearTimeout(endingStreams)
    endingStreams = setTimeout(streams.end, silenceLimit)
  }

  function received(text: string) {
    if (streams.isEmpty()) return
    try {
      waiting.push(...(JSON.parse(text) as Change[]))
    } catch (error) {
      // Whoever may connect to the database may say anything there.
      return failed(error)
    }
    if (!isNotifying) void notifyAll()
  }

  /** One round after the other: what arrives meanwhile makes up the next. */
  async function notifyAll() {
    isNotifying = true
    while (waiting.length > 0 && !isClosed) {
      const round = waiting
      waiting = []
      try {
        await notify(newestOf(round))
      } catch (error) {
        failed(error)
        await streams.notifyMissed()
      }
    }
    isNotifying = false
  }

  async function notify(changes: Iterable<Change>) {
    const known = new Map<string, ReadonlySet<number>>()
    for (const { event, to } of changes) {
      const who = JSON.stringify(to)
      const people = known.get(who) ?? (await peopleOf(db, to))
      known.set(who, people)
      await streams.notify(event, people, subscriber => mayReceive(subscriber, event))
    }
  }

  return {
    /** A stream of what this person may read, as it changes. Throws 503 while the feed is down. */
    async open(subscriber: Caller, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      if (!feed) throw notFound()
      if (!isClosed) stopListening ??= feed.listen({ received, up, down })
      if (isClosed || !(await within(silenceLimit, feedIsUp.promise))) throw unavailable()
      return streams.open(subscriber, signal)
    },
    /** Within the transaction that makes the changes. */
    within: notifyWithin,
    /** After the commit, where the database does not notify by itself. */
    committed(changes: readonly Change[]): void {
      if (changes.length > 0) feed?.publish?.(JSON.stringify(changes))
    },
    /** Ends all streams; none is opened after that. */
    close() {
      isClosed = true
      clearTimeout(endingStreams)
      stopListening?.()
      streams.end()
    },
  }
}

/**
 * Of a chat's messages the newest version says all. Every other change is sent by itself: the page that made one waits for
 * its own event, and would take one event for two changes as that.
 */
function newestOf(changes: readonly Change[]): Change[] {
  const newest = new Map<string, Change>()
  for (const [at, change] of changes.entries()) {
    const { event, to } = change
    const thing = event.kind === 'message' ? `${event.id} ${JSON.stringify(to)}` : String(at)
    newest.delete(thing)
    newest.set(thing, change)
  }
  return [...newest.values()]
}

const unavailable = () =>
  new Problem(503, 'unavailable', 'Live updates are not available at the moment.', undefined, {
    'Retry-After': '10',
  })

async function within(ms: number, done: Promise<void>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), ms)
  return Promise.race([done.then(() => true), late.promise]).finally(() => clearTimeout(timer))
}

/** Of these tokens those that hold, and will until this is asked again. */
async function goodTokens(db: Db, ids: number[], now: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('tokens')
    .select('id')
    .where('id', 'in', ids)
    .where('revoked_at', 'is', null)
    .where(row =>
      row.or([
        row('expires_at', 'is', null),
        row('expires_at', '>', new Date(now + 2 * heartbeat).toISOString()),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The scopes that read each kind, one of which is needed to receive its events; null where none is needed. */
const scopesOf = new Map<Resource, (string | null)[]>()
for (const { endpoint } of eachEndpoint()) {
  const { method, resource, scope = null } = endpoint
  if (method === 'GET') scopesOf.set(resource, [...(scopesOf.get(resource) ?? []), scope])
}

const mayReceive = ({ scopes }: Caller, { kind }: LiveEvent): boolean =>
  kind === 'everything' || (scopesOf.get(kind) ?? []).some(scope => scope === null || scopes.has(scope))
