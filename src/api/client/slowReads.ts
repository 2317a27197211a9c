import type { Query, QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { callOf } from './call.ts'

/** Something on screen waits for its first answer for so long that a person wonders, ms. */
export const slowAfter = 10_000
/** Who goes on waiting is asked again after this, ms. */
const askedAgainAfter = 30_000

/** What a screen waits for and does not get. For `useSyncExternalStore(slow.subscribe, slow.isSlow)`. */
export type SlowReads = {
  isSlow(): boolean
  subscribe(listener: () => void): () => void
  /** Says nothing for a while; the calls go on. */
  wait(): void
  /** Gives up what has not been answered and asks anew. What is shown, typed or on its way stays as it is. */
  again(): void
}

/** Follows the reads of the page that have nothing to show yet. */
export function createSlowReads(queryClient: QueryClient, clock: () => number): SlowReads {
  const cache = queryClient.getQueryCache()
  /** From when on each counts, Unix ms. */
  const since = new Map<Query, number>()
  const slow = createStore(() => false)
  let timer: ReturnType<typeof setTimeout> | undefined

  const isWaiting = (query: Query) =>
    query.state.data === undefined && query.state.fetchStatus !== 'idle' && query.getObserversCount() > 0
  const late = () => [...since].filter(([query, from]) => isWaiting(query) && clock() - from >= slowAfter)
  const look = () => {
    clearTimeout(timer)
    const next = Math.min(...since.values())
    // A timer may be early by a hair, and something may have come on screen since.
    if (since.size > 0) timer = setTimeout(look, Math.max(next + slowAfter - clock(), 250))
    slow.setState(late().length > 0)
  }
  cache.subscribe(event => {
    const { query } = event
    if (event.type === 'removed') since.delete(query)
    else if (event.type === 'updated' && event.action.type === 'fetch') {
      if (query.state.data === undefined && isRead(query)) since.set(query, clock())
    } else if (query.state.fetchStatus === 'idle' || query.state.data !== undefined) since.delete(query)
    else return
    look()
  })

  return {
    isSlow: slow.getState,
    subscribe: slow.subscribe,
    wait() {
      for (const [query] of late()) since.set(query, clock() + askedAgainAfter - slowAfter)
      look()
    },
    again() {
      for (const [query] of late()) void askAnew(query)
    },
  }

  async function askAnew({ queryKey }: Query): Promise<void> {
    await queryClient.cancelQueries({ queryKey, exact: true })
    await queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
  }
}

/** Bytes take as long as they take, and say how far they are; what nobody asked for by name makes nobody wait. */
function isRead({ meta }: Query): boolean {
  if (meta?.endpoint === undefined) return false
  const { endpoint, priority } = callOf(meta)
  return endpoint.answer.kind !== 'bytes' && priority !== 'background'
}
