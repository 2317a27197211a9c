import type { Query, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '../contract/endpoint.ts'
import { callOf } from './callMeta.ts'
import { entered } from './entered.ts'
import { originOf, setOrigin } from './origin.ts'
import { makesStale } from './touches.ts'

/** A write that was done. `sentAt`, Unix ms, tells which cached answers are newer than the write's own may be. */
export type Written = { endpoint: Endpoint; input: unknown; sentAt?: number | undefined }

/**
 * Brings the cache up to date after a write: what its answer enters holds it, the rest of what it touches is stale and
 * asked again where it is mounted. `answer` is absent where a write is only known to be done. Of answers that were asked
 * for before, none replaces what is held now: their calls are given up, or, where nothing is held yet, asked again.
 * `now`, Unix ms, is when the write's answer came. `gathered`: one of very many. What would be asked again is put there
 * instead, for `askAgain` later, nothing under way is given up, and what was asked for before the answer came takes it in.
 */
export function bringUpToDate(
  queryClient: QueryClient,
  write: Written,
  answer: unknown,
  now = Date.now(),
  gathered?: Set<Query>,
): void {
  const touched = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ meta }) => meta?.endpoint !== undefined && makesStale(write, callOf(meta)) })
  const stale = new Set<Query>()
  // What says nothing and never left was done by somebody else, or needed no doing: only the service knows which.
  const isSaid =
    answer !== undefined || (write.endpoint.answer.kind === 'nothing' && write.sentAt !== undefined)
  for (const query of touched) {
    // Gathered a moment too long: what was asked for since has it, and what others did after it.
    if (gathered && (originOf(query.state.data)?.askedAt ?? 0) > now) continue
    const isAsking = query.state.fetchStatus !== 'idle'
    // The first load has somebody waiting for it: let it come.
    if (isAsking && query.state.data === undefined) {
      whenLoaded(query, () => askAgain(queryClient, new Set([query])))
    } else if (isAsking && !gathered) void query.cancel({ revert: true })
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const isNewer = !gathered && write.sentAt !== undefined && dataUpdatedAt > write.sentAt
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
  if (gathered) for (const query of stale) gathered.add(query)
  else askAgain(queryClient, stale)
}

/** One thing nobody could read: whoever makes or changes it is told what it is now. A list of one is no list. */
const isUnread = (query: Query) =>
  query.state.status === 'error' && callOf(query.meta).endpoint.answer.kind === 'one'

/** Not to be awaited: the write is done, and a form must not stay open because a list is slow. */
export function askAgain(queryClient: QueryClient, queries: ReadonlySet<Query>): void {
  void queryClient.invalidateQueries({ predicate: query => queries.has(query) })
}

function whenLoaded(query: Query, then: () => void): void {
  // What fails has nothing old to show.
  query.promise?.then(then, () => {})
}

/** The ETag of what was held is not that of what is held now. */
function noteChange(before: unknown, after: unknown, changedAt: number): void {
  const origin = originOf(before)
  if (!origin) return
  const { askedAt } = origin
  setOrigin(after, after === before ? { ...origin, changedAt } : { askedAt, changedAt })
}
