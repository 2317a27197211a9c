import { notifyManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import {
  type Answer,
  type Endpoint,
  paramNames,
  type Rows,
  type RowsAnswer,
} from '../../contract/endpoint.ts'
import { orderOf } from '../../contract/readAnswer.ts'
import { inOrder, isInOrder } from '../../contract/wire.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { callOf } from '../client/call.ts'
import { responseInfoOf, setResponseInfo } from './responseInfo.ts'

/**
 * Done. An answer that came after `sentAt` (Unix ms) may be newer; one asked after `seenFrom` (`lastAsk`) shows it.
 */
export type Written = { endpoint: Endpoint; input: unknown; sentAt?: number | undefined; seenFrom?: number }

/**
 * After a write: what its answer patches holds it, the rest of what it invalidates is asked again where mounted.
 * `answer` is absent where a write is only known to be done; `now`, Unix ms, is when it came. No answer asked for
 * before replaces what is held now. `batched`, one of very many: what would be asked again is put there, nothing
 * under way is given up.
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
  // What says nothing and never left was done by somebody else, or needed no doing: only the service knows which.
  const isSaid =
    answer !== undefined || (write.endpoint.answer.kind === 'nothing' && write.sentAt !== undefined)
  for (const query of invalidated) {
    if ((responseInfoOf(query.state.data)?.nth ?? 0) > (write.seenFrom ?? Number.POSITIVE_INFINITY)) continue
    // Batched a moment too long: what was asked for since has it, and what others did after it.
    if (batched && (responseInfoOf(query.state.data)?.askedAt ?? 0) > now) continue
    const isAsking = query.state.fetchStatus !== 'idle'
    // The first load has somebody waiting for it: let it come.
    if (isAsking && query.state.data === undefined) {
      whenLoaded(query, () => refetch(queryClient, new Set([query])))
    } else if (isAsking && !batched) void query.cancel({ revert: true })
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const isNewer = !batched && write.sentAt !== undefined && dataUpdatedAt > write.sentAt
    const next =
      !isSaid || isNewer || !(data !== undefined || isUnread(query))
        ? undefined
        : entered(write, answer, callOf(query.meta), data)
    // What else it holds was not read again: its age stays.
    if (next !== undefined) {
      query.setData(next, { updatedAt: dataUpdatedAt || now, manual: true })
      noteChange(data, query.state.data, now)
    }
    if (next === undefined || isAsking || isInvalidated) stale.add(query)
  }
  if (batched) for (const query of stale) batched.add(query)
  else refetch(queryClient, stale)
}

/** One thing nobody could read: whoever makes or changes it learns what it is now. */
const isUnread = (query: Query) =>
  query.state.status === 'error' && callOf(query.meta).endpoint.answer.kind === 'one'

/** Not to be awaited: no form stays open because a list is slow. */
export function refetch(queryClient: QueryClient, queries: ReadonlySet<Query>): void {
  void queryClient.invalidateQueries({ predicate: query => queries.has(query) })
}

function whenLoaded(query: Query, then: () => void): void {
  // What fails has nothing old to show.
  query.promise?.then(then, () => {})
}

/** The ETag of what was held is not that of what is held now. */
function noteChange(before: unknown, after: unknown, changedAt: number): void {
  const info = responseInfoOf(before)
  if (!info) return
  const { tag: _, ...untagged } = info
  setResponseInfo(after, { ...(after === before ? info : untagged), changedAt })
}

/** Ids of one thing that go by two names: api.md's homework is a `todo` where it is handed in. */
const alsoCalled: Record<string, string> = { homework_id: 'todo_id', todo_id: 'homework_id' }

/**
 * Ids of its path, but not of what it deletes, which may take others along; the content of permissions, by the same
 * names in body and query; and what else its body names.
 */
function placeOf(
  endpoint: Endpoint,
  input: unknown,
  named: Record<string, unknown> = {},
): Map<string, unknown> {
  const given = isRecord(input) ? input : {}
  const place = new Map<string, unknown>()
  const names = paramNames(endpoint.path)
  for (const name of endpoint.method === 'DELETE' ? names.slice(0, -1) : names) place.set(name, given[name])
  const content = isRecord(given.body) && isRecord(given.body.resource_ids) ? given.body.resource_ids : {}
  for (const [name, id] of Object.entries({ ...content, ...named })) place.set(name, id)
  for (const [name, id] of [...place]) {
    const other = alsoCalled[name]
    if (other !== undefined) place.set(other, id)
  }
  return place
}

/** It reads a resource the write invalidates, and no parameter of both differs: not every chat, the message's. */
export function isInvalidatedBy(
  write: { endpoint: Endpoint; input: unknown },
  cached: { endpoint: Endpoint; input: unknown },
): boolean {
  const { resource } = cached.endpoint
  const { invalidates, invalidationScope } = write.endpoint
  const named = isRecord(write.input) ? invalidationScope?.(write.input.body) : undefined
  if (!(named?.invalidates ?? invalidates).includes(resource)) return false
  const asked = isRecord(cached.input) ? cached.input : {}
  for (const [name, value] of placeOf(write.endpoint, write.input, named?.ids)) {
    // Compared as text: a query may carry an id as text.
    if (value !== undefined && asked[name] !== undefined && String(asked[name]) !== String(value))
      return false
  }
  return true
}

/**
 * What a cached GET then holds, as `call` gives it; `undefined`: it is asked again. Rows that stay are the same
 * objects.
 */
export function entered(
  write: { endpoint: Endpoint; input: unknown },
  answer: unknown,
  cached: { endpoint: Endpoint; input: unknown },
  held: unknown,
): unknown {
  const entering = write.endpoint.patches?.find(({ into }) => into === cached.endpoint)
  if (!entering) return undefined
  const given = isRecord(write.input) ? write.input : {}
  const asked = isRecord(cached.input) ? cached.input : {}
  const ids: Record<string, unknown> = { ...given, ...entering.ids?.(answer) }
  const { patch } = entering
  // What a patch finds by a number of its own may be in a path the write does not have.
  const isOther = (name: string) => (patch && ids[name] === undefined ? false : asked[name] !== ids[name])
  if (paramNames(entering.into.path).some(name => asked[name] === undefined || isOther(name))) {
    return undefined
  }
  if (patch) return isRows(held) ? patch(held, { input: write.input, answer }) : undefined
  if (entering.into.answer.kind !== 'rows') return answer
  if (!isRows(held)) return undefined
  let rows = held.rows
  for (const row of isRows(answer) ? answer.rows : [answer]) {
    const key = keyOf(entering.into.answer, row)
    const at = rows.findIndex(each => keyOf(entering.into.answer, each) === key)
    if (at >= 0) rows = rows.with(at, row)
    else if (entering.adds) rows = withRow(entering.into.answer, rows, row)
    else return undefined
  }
  return { ...held, rows }
}

/** At the end as a rule, since ids grow; where they don't, at its place. */
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

/** Resolves when the screens have drawn the cache: observers hear in one turn, React draws in the next. */
export const cacheFlushed = (): Promise<void> =>
  new Promise(resolve => {
    notifyManager.schedule(() => notifyManager.schedule(resolve))
  })
