import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  type Answer,
  type Endpoint,
  paramNames,
  type Rows,
  type RowsAnswer,
} from '../../contract/endpoint.ts'
import { orderOf } from '../../contract/parseResponse.ts'
import { inOrder, isInOrder } from '../../contract/wire.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { callOf } from '../client/call.ts'
import { responseInfoOf, setResponseInfo } from '../client/responseInfo.ts'

/**
 * A completed write. Cached data that was received after `sentAt` (Unix ms) may be newer than the response. A GET with
 * a number above `seenFrom` (`lastRequestNumber`) already contains the write.
 */
export type Written = { endpoint: Endpoint; input: unknown; sentAt?: number | undefined; seenFrom?: number }

/**
 * Updates the cache after a write. Patches the GETs for which its endpoint has a patch. Other GETs that it invalidates
 * are refetched if mounted. `answer` is undefined if only the success is known. `now` is when it was received, in Unix
 * ms. GETs in flight are cancelled, so that no older response replaces the new data. With `batched` (for many writes),
 * the GETs to refetch are added to that set, and none is cancelled.
 */
export function applyWrite(
  queryClient: QueryClient,
  write: Written,
  answer: unknown,
  now = Date.now(),
  batched?: Set<Query>,
): void {
  const invalidated = queryClient.getQueryCache().findAll({
    predicate: ({ meta }) => meta?.endpoint !== undefined && isInvalidatedBy(write, callOf(meta)),
  })
  const stale = new Set<Query>()
  // A write without a response body that this page never sent was done by another client, or was not needed. Only a
  // refetch shows the result.
  const isSaid =
    answer !== undefined || (write.endpoint.answer.kind === 'nothing' && write.sentAt !== undefined)
  for (const query of invalidated) {
    if ((responseInfoOf(query.state.data)?.requestNumber ?? 0) > (write.seenFrom ?? Number.POSITIVE_INFINITY))
      continue
    // The write has waited in the batch. Data that was requested since then contains it, and later changes of other
    // users.
    if (batched && (responseInfoOf(query.state.data)?.requestedAt ?? 0) > now) continue
    const isAsking = query.state.fetchStatus !== 'idle'
    // A screen is waiting for the first load, so it is not cancelled but refetched afterwards.
    if (isAsking && query.state.data === undefined) {
      whenLoaded(query, () => refetch(queryClient, new Set([query])))
    } else if (isAsking && !batched) void query.cancel({ revert: true })
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const isNewer = !batched && write.sentAt !== undefined && dataUpdatedAt > write.sentAt
    const next =
      !isSaid || isNewer || !(data !== undefined || isUnread(query))
        ? undefined
        : patchCached(write, answer, callOf(query.meta), data)
    // The rest of the data was not fetched again, so its age stays the same.
    if (next !== undefined) {
      query.setData(next, { updatedAt: dataUpdatedAt || now, manual: true })
      noteChange(data, query.state.data, now)
    }
    if (next === undefined || isAsking || isInvalidated) stale.add(query)
  }
  if (batched) for (const query of stale) batched.add(query)
  else refetch(queryClient, stale)
}

/** Whether the GET of a single resource failed. The response to a write of this resource can fill it. */
const isUnread = (query: Query) =>
  query.state.status === 'error' && callOf(query.meta).endpoint.answer.kind === 'one'

/** Starts to refetch. Returns at once, so that no form stays open because a list is slow. */
export function refetch(queryClient: QueryClient, queries: ReadonlySet<Query>): void {
  void queryClient.invalidateQueries({ predicate: query => queries.has(query) })
}

function whenLoaded(query: Query, then: () => void): void {
  // A failed load has no old data.
  query.promise?.then(then, () => {})
}

/** Stores the time of the change, and removes the ETag, which does not match the new data. */
function noteChange(before: unknown, after: unknown, changedAt: number): void {
  const info = responseInfoOf(before)
  if (!info) return
  const { tag: _, ...untagged } = info
  setResponseInfo(after, { ...(after === before ? info : untagged), changedAt })
}

/** IDs with two names. A homework is called `todo` in the endpoints of submissions. */
const alsoCalled: Record<string, string> = { homework_id: 'todo_id', todo_id: 'homework_id' }

/**
 * Returns the IDs that GETs of the same content have as well. These are the IDs of the path, the resource IDs of a
 * permission and the IDs in `named`. The ID of a deleted resource is left out, because a deletion can delete others,
 * too.
 */
function placeOf(
  endpoint: Endpoint,
  input: unknown,
  named: Record<string, unknown> = {},
): Map<string, unknown> {
  const writeInput = isRecord(input) ? input : {}
  const place = new Map<string, unknown>()
  const names = paramNames(endpoint.path)
  for (const name of endpoint.method === 'DELETE' ? names.slice(0, -1) : names)
    place.set(name, writeInput[name])
  const content =
    isRecord(writeInput.body) && isRecord(writeInput.body.resource_ids) ? writeInput.body.resource_ids : {}
  for (const [name, id] of Object.entries({ ...content, ...named })) place.set(name, id)
  for (const [name, id] of [...place]) {
    const other = alsoCalled[name]
    if (other !== undefined) place.set(other, id)
  }
  return place
}

/**
 * Whether the cached GET reads a resource that the write invalidates, and no common parameter differs. A new message
 * invalidates its own chat only.
 */
export function isInvalidatedBy(
  write: { endpoint: Endpoint; input: unknown },
  cached: { endpoint: Endpoint; input: unknown },
): boolean {
  const { resource } = cached.endpoint
  const { invalidates, invalidationScope } = write.endpoint
  const named = isRecord(write.input) ? invalidationScope?.(write.input.body) : undefined
  if (!(named?.invalidates ?? invalidates).includes(resource)) return false
  const cachedInput = isRecord(cached.input) ? cached.input : {}
  for (const [name, value] of placeOf(write.endpoint, write.input, named?.ids)) {
    // Compared as text, because a query may contain an ID as text.
    if (value !== undefined && cachedInput[name] !== undefined && String(cachedInput[name]) !== String(value))
      return false
  }
  return true
}

/**
 * Returns the new data of a cached GET after a write, in the format of `call`, or undefined if it must be fetched
 * again. Unchanged rows remain the same objects.
 */
export function patchCached(
  write: { endpoint: Endpoint; input: unknown },
  answer: unknown,
  cached: { endpoint: Endpoint; input: unknown },
  data: unknown,
): unknown {
  const cachePatch = write.endpoint.patches?.find(({ target }) => target === cached.endpoint)
  if (!cachePatch) return undefined
  const writeInput = isRecord(write.input) ? write.input : {}
  const cachedInput = isRecord(cached.input) ? cached.input : {}
  const ids: Record<string, unknown> = { ...writeInput, ...cachePatch.ids?.(answer) }
  const { patch } = cachePatch
  // A patch finds its row by the row's own ID. IDs of the GET's path that the write lacks are ignored.
  const isOther = (name: string) =>
    patch && ids[name] === undefined ? false : cachedInput[name] !== ids[name]
  if (paramNames(cachePatch.target.path).some(name => cachedInput[name] === undefined || isOther(name))) {
    return undefined
  }
  if (patch) return isRows(data) ? patch(data, { input: write.input, answer }) : undefined
  if (cachePatch.target.answer.kind !== 'rows') return answer
  if (!isRows(data)) return undefined
  let rows = data.rows
  for (const row of isRows(answer) ? answer.rows : [answer]) {
    const key = keyOf(cachePatch.target.answer, row)
    const at = rows.findIndex(each => keyOf(cachePatch.target.answer, each) === key)
    if (at >= 0) rows = rows.with(at, row)
    else if (cachePatch.adds) rows = withRow(cachePatch.target.answer, rows, row)
    else return undefined
  }
  return { ...data, rows }
}

/** Adds a row at the end, or at its place if the list would not be in order. */
function withRow(answer: RowsAnswer<z.ZodMiniType>, rows: readonly unknown[], row: unknown): unknown[] {
  const keyOf = (each: unknown) => orderOf(answer, each)
  const longer = [...rows, row]
  return isInOrder(longer.slice(-2), keyOf) ? longer : inOrder(longer, keyOf)
}

const isRows = (value: unknown): value is Rows<unknown> =>
  isRecord(value) && Array.isArray(value.rows) && typeof value.unreadable === 'number'

function keyOf(answer: Answer, row: unknown): unknown {
  if (answer.kind === 'rows' && answer.key) return answer.key(row)
  return isRecord(row) ? row.id : undefined
}

/**
 * Resolves when the screens have rendered the cache. Observers are notified in one turn of the scheduler, and React
 * renders in the next.
 */
export const cacheFlushed = (): Promise<void> =>
  new Promise(resolve => {
    notifyManager.schedule(() => notifyManager.schedule(resolve))
  })
