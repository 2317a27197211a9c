import type { QueryClient } from '@tanstack/react-query'
import { applyWrite } from '../../api/cache/applyWrite.ts'
import { fetchFresh, query, write } from '../../api/cache/query.ts'
import { isNotFound, isResponseLost } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { lastRequestNumber } from '../../api/client/responseInfo.ts'
import type { Endpoint, Input, Output } from '../../contract/endpoint.ts'

/** A write for which the user waits, outside the queue. */
export type DirectWriteKind<E extends Endpoint, Result, Before = undefined> = {
  endpoint: E
  toResult(response: Output<E>): Result | undefined
  /**
   * Reads the resource after a lost response (rule 23). Resolves to the result, to false if not executed, or
   * to undefined if unknown. `before` is the state before the first request.
   */
  wasApplied(
    sent: { input: Input<E>; before: Before | undefined },
    call: Call,
  ): Promise<Result | false | undefined>
}

/** `notApplied`: no response (`error`), and not executed. `uncertain`: the outcome is unknown. */
export type SendOutcome<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'refused' | 'notApplied' | 'uncertain'; error: unknown }

type SendOptions<E extends Endpoint, Before> = {
  input: Input<E>
  before?: Before | undefined
  /** Whether an earlier request with this input was lost. */
  mayBeApplied?: boolean
}

/** Sends a write once. After a lost response, calls `onLost` and `verifyWrite` (rule 23). Never throws. */
export async function sendDirectly<
  E extends Endpoint & { method: 'POST' | 'PUT' | 'DELETE' },
  Result,
  Before = undefined,
>(
  client: QueryClient,
  kind: DirectWriteKind<E, Result, Before>,
  { input, before, mayBeApplied = false }: SendOptions<E, Before>,
  onLost?: () => void,
): Promise<SendOutcome<Result>> {
  if (mayBeApplied) {
    const earlier = await verifyWrite(client, kind, { input, before })
    if (earlier.kind === 'done') return earlier
  }
  let error: unknown
  try {
    const response = await client.getMutationCache().build(client, write(kind.endpoint)).execute(input)
    const result = kind.toResult(response)
    if (result !== undefined) return { kind: 'done', result }
  } catch (thrown) {
    if (!isResponseLost(thrown)) return { kind: 'refused', error: thrown }
    error = thrown
  }
  onLost?.()
  return verifyWrite(client, kind, { input, before, error })
}

/** Also verifies after a 404: the resource may be deleted already. */
export async function deleteDirectly<E extends Endpoint & { method: 'DELETE' }, Result>(
  client: QueryClient,
  kind: DirectWriteKind<E, Result>,
  input: Input<E>,
): Promise<SendOutcome<Result>> {
  const sent = await sendDirectly(client, kind, { input })
  if (sent.kind !== 'refused' || !isNotFound(sent.error)) return sent
  const found = await verifyWrite(client, kind, { input })
  return found.kind === 'done' ? found : sent
}

/** Never throws. */
export async function verifyWrite<E extends Endpoint, Result, Before = undefined>(
  client: QueryClient,
  kind: DirectWriteKind<E, Result, Before>,
  { input, before, error }: { input: Input<E>; before?: Before | undefined; error?: unknown },
): Promise<SendOutcome<Result>> {
  try {
    const lastRequestBefore = lastRequestNumber()
    const applied = await kind.wasApplied({ input, before }, freshCall(client))
    if (applied === undefined) return { kind: 'uncertain', error }
    if (applied === false) return { kind: 'notApplied', error }
    // Other cached GETs may contain the change, too.
    applyWrite(client, { endpoint: kind.endpoint, input, lastRequestBefore }, undefined)
    return { kind: 'done', result: applied }
  } catch (failure) {
    return { kind: 'uncertain', error: failure }
  }
}

/** Updates the cache, so that screens show the compared state. */
const freshCall =
  (client: QueryClient): Call =>
  (endpoint: Endpoint, input: object) =>
    fetchFresh(client, query(endpoint as Endpoint & { method: 'GET' }, input))

type Row = { id: number }

/**
 * Returns the newest row added since `before`, or false. All rows must have the same content. Undefined if
 * `before` is unknown and a row exists.
 */
export function findAddedRow<R extends Row>(
  before: readonly Row[] | undefined,
  current: readonly R[],
): R | false | undefined {
  const added = current.filter(({ id }) => !before?.some(known => known.id === id)).at(-1)
  return added ? before && added : false
}
