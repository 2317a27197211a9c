import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  type Endpoint,
  type ListResponse,
  paramNames,
  type ResponseSpec,
  type Rows,
} from '../../contract/endpoint.ts'
import { orderOf } from '../../contract/parseResponse.ts'
import { isSorted, sortByKey } from '../../contract/wire.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { callOf } from '../client/call.ts'
import { responseInfoOf, setResponseInfo } from '../client/responseInfo.ts'

/**
 * Data received after `sentAt` (Unix ms) may be newer than the response. GETs with a number above
 * `lastRequestBefore` contain the write.
 */
export type Written = {
  endpoint: Endpoint
  input: unknown
  sentAt?: number | undefined
  lastRequestBefore?: number
}

/**
 * Patches or refetches cached GETs, and cancels those in flight. `response` is undefined if a later check found only
 * that the write was executed. With `batched`, GETs are added to that set instead of being refetched.
 */
export function applyWrite(
  queryClient: QueryClient,
  write: Written,
  response: unknown,
  now = Date.now(),
  batched?: Set<Query>,
): void {
  const invalidated = queryClient.getQueryCache().findAll({
    predicate: ({ meta }) => meta?.endpoint !== undefined && isInvalidatedBy(write, callOf(meta)),
  })
  const stale = new Set<Query>()
  // Another client did a write without a response that this page never sent.
  const isResultKnown =
    response !== undefined || (write.endpoint.response.kind === 'nothing' && write.sentAt !== undefined)
  for (const query of invalidated) {
    if (
      (responseInfoOf(query.state.data)?.requestNumber ?? 0) >
      (write.lastRequestBefore ?? Number.POSITIVE_INFINITY)
    )
      continue
    // Requested after the write joined the batch, so it may be newer.
    if (batched && (responseInfoOf(query.state.data)?.requestedAt ?? 0) > now) continue
    const isFetching = query.state.fetchStatus !== 'idle'
    // A screen needs the first load, so it is repeated, not cancelled.
    if (isFetching && query.state.data === undefined) {
      whenLoaded(query, () => refetch(queryClient, new Set([query])))
    } else if (isFetching && !batched) void query.cancel({ revert: true })
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const isNewer = !batched && write.sentAt !== undefined && dataUpdatedAt > write.sentAt
    const next =
      !isResultKnown || isNewer || !(data !== undefined || isFailedRead(query))
        ? undefined
        : patchCached(write, response, callOf(query.meta), data)
    // Only the patched row is new, so the age stays the same.
    if (next !== undefined) {
      query.setData(next, { updatedAt: dataUpdatedAt || now, manual: true })
      markChanged(data, query.state.data, now)
    }
    if (next === undefined || isFetching || isInvalidated) stale.add(query)
  }
  if (batched) for (const query of stale) batched.add(query)
  else refetch(queryClient, stale)
}

const isFailedRead = (query: Query) =>
  query.state.status === 'error' && callOf(query.meta).endpoint.response.kind === 'one'

/** Does not wait, so that no form blocks on a slow list. */
export function refetch(queryClient: QueryClient, queries: ReadonlySet<Query>): void {
  void queryClient.invalidateQueries({ predicate: query => queries.has(query) })
}

function whenLoaded(query: Query, then: () => void): void {
  query.promise?.then(then, () => {})
}

/** Removes the ETag, which no longer matches. */
function markChanged(before: unknown, after: unknown, changedAt: number): void {
  const info = responseInfoOf(before)
  if (!info) return
  const { tag: _, ...untagged } = info
  setResponseInfo(after, { ...(after === before ? info : untagged), changedAt })
}

/** Endpoints of submissions call a homework `todo`. */
const aliasIds: Record<string, string> = { homework_id: 'todo_id', todo_id: 'homework_id' }

/** IDs that affected GETs share. Omits a deleted resource, because its deletion can delete others. */
function getScopeIds(
  endpoint: Endpoint,
  input: unknown,
  named: Record<string, unknown> = {},
): Map<string, unknown> {
  const writeInput = isRecord(input) ? input : {}
  const ids = new Map<string, unknown>()
  const names = paramNames(endpoint.path)
  for (const name of endpoint.method === 'DELETE' ? names.slice(0, -1) : names)
    ids.set(name, writeInput[name])
  const content =
    isRecord(writeInput.body) && isRecord(writeInput.body.resource_ids) ? writeInput.body.resource_ids : {}
  for (const [name, id] of Object.entries({ ...content, ...named })) ids.set(name, id)
  for (const [name, id] of [...ids]) {
    const other = aliasIds[name]
    if (other !== undefined) ids.set(other, id)
  }
  return ids
}

export function isInvalidatedBy(
  write: { endpoint: Endpoint; input: unknown },
  cached: { endpoint: Endpoint; input: unknown },
): boolean {
  const { resource, includes = [] } = cached.endpoint
  const { invalidates, invalidationScope } = write.endpoint
  const named = isRecord(write.input) ? invalidationScope?.(write.input.body) : undefined
  const invalidated = named?.invalidates ?? invalidates
  if (![resource, ...includes].some(affected => invalidated.includes(affected))) return false
  const cachedInput = isRecord(cached.input) ? cached.input : {}
  for (const [name, value] of getScopeIds(write.endpoint, write.input, named?.ids)) {
    // A query may contain an ID as text.
    if (value !== undefined && cachedInput[name] !== undefined && String(cachedInput[name]) !== String(value))
      return false
  }
  return true
}

/** Returns undefined if the GET must be fetched again. */
export function patchCached(
  write: { endpoint: Endpoint; input: unknown },
  response: unknown,
  cached: { endpoint: Endpoint; input: unknown },
  data: unknown,
): unknown {
  const cachePatch = write.endpoint.patches?.find(({ target }) => target === cached.endpoint)
  if (!cachePatch) return undefined
  const writeInput = isRecord(write.input) ? write.input : {}
  const cachedInput = isRecord(cached.input) ? cached.input : {}
  const ids: Record<string, unknown> = { ...writeInput, ...cachePatch.ids?.(response) }
  const { patch } = cachePatch
  // A patch finds its row by ID.
  const isOther = (name: string) =>
    patch && ids[name] === undefined ? false : cachedInput[name] !== ids[name]
  if (paramNames(cachePatch.target.path).some(name => cachedInput[name] === undefined || isOther(name))) {
    return undefined
  }
  if (patch) return isRows(data) ? patch(data, { input: write.input, response }) : undefined
  if (cachePatch.target.response.kind !== 'rows') return response
  if (!isRows(data)) return undefined
  let rows = data.rows
  for (const row of isRows(response) ? response.rows : [response]) {
    const key = keyOf(cachePatch.target.response, row)
    const at = rows.findIndex(each => keyOf(cachePatch.target.response, each) === key)
    if (at >= 0) rows = rows.with(at, row)
    else if (cachePatch.addsRow) rows = withRow(cachePatch.target.response, rows, row)
    else return undefined
  }
  return { ...data, rows }
}

function withRow(response: ListResponse<z.ZodMiniType>, rows: readonly unknown[], row: unknown): unknown[] {
  const keyOf = (each: unknown) => orderOf(response, each)
  const appended = [...rows, row]
  return isSorted(appended.slice(-2), keyOf) ? appended : sortByKey(appended, keyOf)
}

const isRows = (value: unknown): value is Rows<unknown> =>
  isRecord(value) && Array.isArray(value.rows) && typeof value.unreadable === 'number'

function keyOf(response: ResponseSpec, row: unknown): unknown {
  if (response.kind === 'rows' && response.key) return response.key(row)
  return isRecord(row) ? row.id : undefined
}

/** Resolves after React has rendered the cache. */
export const waitForCacheFlush = (): Promise<void> =>
  new Promise(resolve => {
    notifyManager.schedule(() => notifyManager.schedule(resolve))
  })
