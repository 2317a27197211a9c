import type { QueryClient } from '@tanstack/react-query'
import { applyWrite } from '../../api/cache/applyWrite.ts'
import { fetchFresh, query, write } from '../../api/cache/query.ts'
import { isNotFound, isResponseLost } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { lastRequestNumber } from '../../api/client/responseInfo.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'

/**
 * Time after which a request without a response can no longer arrive, in ms. Only later reads prove that it was not
 * executed.
 */
const settleMs = 5000

/**
 * Result of comparing a write with the resource on the service. `conflict`: another user has changed it. `unknown`:
 * reading can't decide (rule 23).
 */
export type Verdict = 'send' | 'done' | 'conflict' | 'unknown'

/** A write for which the user waits. It is not stored. A lost response is handled as in `WriteKind`. */
export type AtOnceKind<E extends Endpoint, Seen, Result> = {
  endpoint: E
  fetchRemote(input: Input<E>, call: Call): Promise<Seen>
  reconcile(compared: { input: Input<E>; before: Seen | undefined; now: Seen }): Verdict
  /**
   * Returns the result of the write from the response `answer` or the state `now`. Returns undefined if they do not
   * contain it.
   */
  made(done: {
    input: Input<E>
    before: Seen | undefined
    answer: Output<E> | undefined
    now: Seen | undefined
  }): Result | undefined
}

/**
 * `notThere`: there was no response (`error`), and the request can no longer arrive. `uncertain`: the outcome is
 * unknown.
 */
export type Sent<Result> =
  | { kind: 'done'; made: Result }
  | { kind: 'refused'; error: unknown }
  | { kind: 'notThere'; error: unknown }
  | { kind: 'uncertain'; error: unknown; lookAgain: () => Promise<Sent<Result>> }

type Asked<E extends Endpoint, Seen> = { input: Input<E>; before?: Seen | undefined }

/**
 * Sends a write once. If the response is lost, calls `onLost` and verifies the write instead of sending it again (rule
 * 23). Never throws.
 */
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
    if (!isResponseLost(thrown)) return { kind: 'refused', error: thrown }
    error = thrown
  }
  onLost?.()
  return readBack(client, kind, { input, before, lostAt: Date.now(), error })
}

/**
 * Deletes like `sendAtOnce`. A 404 may mean that an earlier request or another user deleted the resource, or that the
 * service can't delete it. So the resource is read then, too.
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

/**
 * Verifies a write by reading. If it was not executed, reads again when a late request would have arrived. `lostAt` is
 * in Unix ms. Never throws.
 */
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
    let lastRequestBefore = lastRequestNumber()
    let now = await kind.fetchRemote(input, freshCall(client))
    let verdict = kind.reconcile({ input, before, now })
    // If the clock was set back, do not wait longer than `settleMs`.
    const wait = Math.min(lostAt + settleMs - readAt, settleMs)
    if (verdict === 'send' && wait > 0) {
      await new Promise(resolve => setTimeout(resolve, wait))
      lastRequestBefore = lastRequestNumber()
      now = await kind.fetchRemote(input, freshCall(client))
      verdict = kind.reconcile({ input, before, now })
    }
    if (verdict === 'send') return { kind: 'notThere', error: lost.error }
    // Other cached GETs may contain the change, too.
    if (verdict === 'done')
      applyWrite(client, { endpoint: kind.endpoint, input, lastRequestBefore }, undefined)
    const made = verdict === 'done' ? kind.made({ input, before, answer: undefined, now }) : undefined
    return made === undefined ? uncertain() : { kind: 'done', made }
  } catch (error) {
    return uncertain(error)
  }
}

/** Reads from the service and updates the cache, so that the screens show the state that was compared. */
const freshCall =
  (client: QueryClient): Call =>
  (endpoint: Endpoint, input: object) =>
    fetchFresh(client, query(endpoint as Endpoint & { method: 'GET' }, input))

type Row = { id: number }

/**
 * Returns the rows that were added since `before`, or all rows if `before` is unknown. All rows must have the same
 * content.
 */
export const newIn = <R extends Row>(before: readonly Row[] | undefined, now: readonly R[]): R[] =>
  now.filter(({ id }) => !before?.some(known => known.id === id))

/** Decides whether a row was added. If `before` is unknown, a row with the same content may be older. */
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
