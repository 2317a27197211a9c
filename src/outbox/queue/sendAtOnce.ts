import type { QueryClient } from '@tanstack/react-query'
import { applyWrite } from '../../api/cache/applyWrite.ts'
import { fetchFresh, query, write } from '../../api/cache/query.ts'
import { lastAsk } from '../../api/cache/responseInfo.ts'
import { isAnswerLost, isNotFound } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'
import { settling, type Verdict } from './Writes.ts'

/** A person waits for its answer: nothing is stored, a lost one is dealt with as that of a `WriteKind`. */
export type AtOnceKind<E extends Endpoint, Seen, Result> = {
  endpoint: E
  fetchRemote(input: Input<E>, call: Call): Promise<Seen>
  reconcile(compared: { input: Input<E>; before: Seen | undefined; now: Seen }): Verdict
  /** What it made, from its `answer` or from what was read back (`now`); `undefined` where that does not say it. */
  made(done: {
    input: Input<E>
    before: Seen | undefined
    answer: Output<E> | undefined
    now: Seen | undefined
  }): Result | undefined
}

/** `notThere`: no answer came (`error`), and it can't arrive any more. `uncertain`: nobody can tell. */
export type Sent<Result> =
  | { kind: 'done'; made: Result }
  | { kind: 'refused'; error: unknown }
  | { kind: 'notThere'; error: unknown }
  | { kind: 'uncertain'; error: unknown; lookAgain: () => Promise<Sent<Result>> }

type Asked<E extends Endpoint, Seen> = { input: Input<E>; before?: Seen | undefined }

/** Sends once; where no answer came, calls `onLost` and reads back instead of sending again (cases 23). Never throws. */
export async function sendAtOnce<E extends Endpoint & { method: 'POST' | 'PUT' | 'DELETE' }, Seen, Result>(
  client: QueryClient,
  kind: AtOnceKind<E, Seen, Result>,
  { input, before }: Asked<E, Seen>,
  onLost?: () => void,
): Promise<Sent<Result>> {
  let error: unknown
  try {
    const answer = await client.getMutationCache().build(client, write(kind.endpoint)).execute(input)
    const made = kind.made({ input, before, answer, now: undefined })
    if (made !== undefined) return { kind: 'done', made }
  } catch (thrown) {
    if (!isAnswerLost(thrown)) return { kind: 'refused', error: thrown }
    error = thrown
  }
  onLost?.()
  return readBack(client, kind, { input, before, lostAt: Date.now(), error })
}

/**
 * Deletes as `sendAtOnce` sends. "Not found" may mean that an earlier request or another user deleted it, or that the
 * service can't delete it, so the resource is read then too.
 */
export async function deleteAtOnce<E extends Endpoint & { method: 'DELETE' }, Seen, Result>(
  client: QueryClient,
  kind: AtOnceKind<E, Seen, Result>,
  input: Input<E>,
): Promise<Sent<Result>> {
  const sent = await sendAtOnce(client, kind, { input })
  if (sent.kind !== 'refused' || !isNotFound(sent.error)) return sent
  const found = await readBack(client, kind, { input, lostAt: 0 })
  return found.kind === 'done' ? found : sent
}

/** What is not there is looked for again when a late request would have arrived (`lostAt`, Unix ms). Never throws. */
export async function readBack<E extends Endpoint, Seen, Result>(
  client: QueryClient,
  kind: AtOnceKind<E, Seen, Result>,
  lost: Asked<E, Seen> & { lostAt: number; error?: unknown },
): Promise<Sent<Result>> {
  const { input, before, lostAt } = lost
  const uncertain = (error?: unknown) =>
    ({ kind: 'uncertain', error, lookAgain: () => readBack(client, kind, lost) }) as const
  try {
    const readAt = Date.now()
    let seenFrom = lastAsk()
    let now = await kind.fetchRemote(input, freshCall(client))
    let verdict = kind.reconcile({ input, before, now })
    // A clock that was set back makes nobody wait longer.
    const wait = Math.min(lostAt + settling - readAt, settling)
    if (verdict === 'send' && wait > 0) {
      await new Promise(resolve => setTimeout(resolve, wait))
      seenFrom = lastAsk()
      now = await kind.fetchRemote(input, freshCall(client))
      verdict = kind.reconcile({ input, before, now })
    }
    if (verdict === 'send') return { kind: 'notThere', error: lost.error }
    // What was not read just now may show it too.
    if (verdict === 'done') applyWrite(client, { endpoint: kind.endpoint, input, seenFrom }, undefined)
    const made = verdict === 'done' ? kind.made({ input, before, answer: undefined, now }) : undefined
    return made === undefined ? uncertain() : { kind: 'done', made }
  } catch (error) {
    return uncertain(error)
  }
}

/** Reads past the cache, which takes the answer in: what the screens show is what was compared. */
const freshCall =
  (client: QueryClient): Call =>
  (endpoint: Endpoint, input: object) =>
    fetchFresh(client, query(endpoint as Endpoint & { method: 'GET' }, input))

type Row = { id: number }

/** Of rows that say the same those that came since; all of them where nobody knows what was there. */
export const newIn = <R extends Row>(before: readonly Row[] | undefined, now: readonly R[]): R[] =>
  now.filter(({ id }) => !before?.some(known => known.id === id))

/** Was one more made? Where nobody knows what was there before, nobody can tell. */
export function reconcileNew({
  before,
  now,
}: {
  before: readonly Row[] | undefined
  now: readonly Row[]
}): Verdict {
  if (newIn(before, now).length === 0) return 'send'
  return before ? 'done' : 'unknown'
}
