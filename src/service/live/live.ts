import type { Resource } from '../../contract/endpoint.ts'
import { heartbeat, type LiveEvent } from '../../contract/events.ts'
import { eachEndpoint } from '../../contract/everything.ts'
import { notFound, Problem } from '../answers/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { isPostgres } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import { peopleOf } from './audience.ts'
import { type ChangeFeed, createLocalFeed, tellWithin } from './changeFeed.ts'
import type { Change } from './changes.ts'
import { createStreams } from './streams.ts'

/** Milliseconds without hearing anything, after which who listens is sent away: asking again and again tells them more. */
const deafFor = 5000

export type Live = ReturnType<typeof createLive>

/** Tells those who may read it of every change, whichever process it was made in. */
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
  let hearing = Promise.withResolvers<void>()
  let leaving: ReturnType<typeof setTimeout> | undefined
  let waiting: Change[] = []
  let isTelling = false

  /** What fails because everything ends is nothing to look at. */
  const failed = (error: unknown) => {
    if (!isClosed) report(error)
  }
  const keepAll = (ids: number[]) => (error: unknown) => {
    failed(error)
    return new Set(ids)
  }

  function up() {
    clearTimeout(leaving)
    hearing.resolve()
    // Nobody knows what was told meanwhile.
    void streams.tellMissed()
  }

  function down() {
    hearing = Promise.withResolvers()
    clearTimeout(leaving)
    leaving = setTimeout(streams.end, deafFor)
  }

  function heard(text: string) {
    if (streams.isEmpty()) return
    try {
      waiting.push(...(JSON.parse(text) as Change[]))
    } catch (error) {
      // Whoever may connect to the database may say anything there.
      return failed(error)
    }
    if (!isTelling) void tellAll()
  }

  /** One round after the other: what comes meanwhile is told together. */
  async function tellAll() {
    isTelling = true
    while (waiting.length > 0 && !isClosed) {
      const round = waiting
      waiting = []
      try {
        await tell(newestOf(round))
      } catch (error) {
        failed(error)
        await streams.tellMissed()
      }
    }
    isTelling = false
  }

  async function tell(changes: Iterable<Change>) {
    const known = new Map<string, ReadonlySet<number>>()
    for (const { event, to } of changes) {
      const who = JSON.stringify(to)
      const people = known.get(who) ?? (await peopleOf(db, to))
      known.set(who, people)
      await streams.tell(event, people, hearer => mayHear(hearer, event))
    }
  }

  return {
    /** A stream of what somebody hears of. Throws 503 while nothing can be heard. */
    async open(hearer: Caller, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
      if (!feed) throw notFound()
      if (!isClosed) stopListening ??= feed.listen({ heard, up, down })
      if (isClosed || !(await within(deafFor, hearing.promise))) throw away()
      return streams.open(hearer, signal)
    },
    /** Within the transaction that makes the changes. */
    within: tellWithin,
    /** Once it is certain. */
    committed(changes: readonly Change[]): void {
      if (changes.length > 0) feed?.tell?.(JSON.stringify(changes))
    },
    /** Ends all streams; none is opened after that. */
    close() {
      isClosed = true
      clearTimeout(leaving)
      stopListening?.()
      streams.end()
    },
  }
}

/**
 * Of a chat's messages the newest version says all. Every other change is told by itself: who made one waits for its own
 * event, and would take one for two for that.
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

const away = () =>
  new Problem(503, 'unavailable', 'Changes cannot be told at the moment.', undefined, { 'Retry-After': '10' })

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

/** The scopes of what is read of each kind, by one of which somebody hears of it; null where none is needed. */
const scopesOf = new Map<Resource, (string | null)[]>()
for (const { endpoint } of eachEndpoint()) {
  const { method, resource, scope = null } = endpoint
  if (method === 'GET') scopesOf.set(resource, [...(scopesOf.get(resource) ?? []), scope])
}

const mayHear = ({ scopes }: Caller, { kind }: LiveEvent): boolean =>
  kind === 'everything' || (scopesOf.get(kind) ?? []).some(scope => scope === null || scopes.has(scope))
