import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from './ApiError.ts'
import type { Budget, BudgetState } from './budget.ts'

/** What the shell's foot says of the network. */
export type FreshnessState = {
  /** When the newest answer came, Unix ms; absent before the first. */
  asOf: number | undefined
  /** The last call got no reply. */
  offline: boolean
  budget: BudgetState
}

/** For `useSyncExternalStore(freshness.subscribe, freshness.state)`. */
export type Freshness = {
  state(): FreshnessState
  subscribe(listener: () => void): () => void
}

/** When the newest answer in the cache came, Unix ms. */
function newestAnswer(queryClient: QueryClient): number | undefined {
  let newest = 0
  for (const { state } of queryClient.getQueryCache().getAll()) newest = Math.max(newest, state.dataUpdatedAt)
  return newest || undefined
}

/** Follows the cache and the budget. */
export function createFreshness(queryClient: QueryClient, budget: Budget): Freshness {
  const listeners = new Set<() => void>()
  let offline = false
  let shown: FreshnessState = { asOf: undefined, offline, budget: budget.state() }

  const update = () => {
    const asOf = newestAnswer(queryClient)
    const said = budget.state()
    if (asOf === shown.asOf && offline === shown.offline && said === shown.budget) return
    shown = { asOf, offline, budget: said }
    for (const listener of listeners) listener()
  }
  queryClient.getQueryCache().subscribe(event => {
    if (event.type === 'removed') return update()
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success') offline = false
    else if (action.type === 'error' || action.type === 'failed') {
      offline = action.error instanceof ApiError && action.error.kind === 'offline'
    } else return
    update()
  })
  budget.subscribe(update)

  return {
    state: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
