import type { Endpoint, Resource } from '../../contract/endpoint.ts'
import { heartbeat } from '../../contract/events.ts'
import { eachEndpoint } from '../../contract/everything.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { peopleOf } from './audience.ts'
import type { Change } from './changes.ts'
import { createOwnEars, type Ears } from './ears.ts'
import { createStreams, frameOf } from './streams.ts'

export type Live = ReturnType<typeof createLive>

/** Tells those who may read it of every change, whichever process it was made in. */
export function createLive(options: {
  db: Db
  clock: () => number
  ears?: Ears | undefined
  report?: ((error: unknown) => void) | undefined
}) {
  const { db, clock, ears = createOwnEars(), report = () => undefined } = options
  const streams = createStreams(validTokens)
  let stopListening: (() => void) | undefined
  let waiting: Change[] = []
  let isTelling = false

  /** Of these tokens those that hold, and will until the next time this is asked. */
  async function validTokens(ids: number[]): Promise<ReadonlySet<number>> {
    const rows = await db
      .selectFrom('tokens')
      .select('id')
      .where('id', 'in', ids)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', new Date(clock() + 2 * heartbeat).toISOString())
      .execute()
    return new Set(rows.map(({ id }) => id))
  }

  function heard(text: string) {
    if (streams.isEmpty()) return
    waiting.push(...(JSON.parse(text) as Change[]))
    if (!isTelling) void tellAll()
  }

  /** One round after the other: what comes meanwhile is told together, of each thing the newest. */
  async function tellAll() {
    isTelling = true
    while (waiting.length > 0) {
      const round = waiting
      waiting = []
      try {
        await tell(round)
      } catch (error) {
        report(error)
        streams.missed()
      }
    }
    isTelling = false
  }

  async function tell(changes: readonly Change[]) {
    const known = new Map<string, ReadonlySet<number>>()
    for (const { event, to } of changes) {
      const key = JSON.stringify(to)
      const people = known.get(key) ?? (await peopleOf(db, to))
      known.set(key, people)
      const frame = frameOf(event)
      for (const person of people) {
        for (const stream of streams.streamsOf(person)) {
          if (mayHear(stream.hearer, event.kind)) streams.put(stream, frame)
        }
      }
    }
  }

  return {
    /** A stream of what somebody hears of. */
    open(hearer: Caller): ReadableStream<Uint8Array<ArrayBuffer>> {
      stopListening ??= ears.listen({ heard, up: () => undefined, down: () => undefined })
      return streams.open(hearer)
    },
    /** Within the transaction that makes the changes. */
    async within(_trx: Db, _changes: readonly Change[]): Promise<void> {},
    /** Once it is certain. */
    committed(changes: readonly Change[]): void {
      if (changes.length > 0) ears.tell?.(JSON.stringify(changes))
    },
    close() {
      stopListening?.()
      streams.close()
    },
  }
}

/** The scopes of what is read of each kind, by one of which a caller hears of it; null where none is needed. */
const scopesOf = new Map<string, readonly (Endpoint['scope'] | null)[]>()
for (const { endpoint } of eachEndpoint()) {
  if (endpoint.method !== 'GET') continue
  const { resource, scope = null } = endpoint
  scopesOf.set(resource, [...(scopesOf.get(resource) ?? []), scope])
}

function mayHear({ scopes }: Caller, kind: Resource | 'everything'): boolean {
  if (kind === 'everything') return true
  return (
    scopesOf.get(kind)?.some(scope => scope === null || scope === undefined || scopes.has(scope)) ?? false
  )
}
