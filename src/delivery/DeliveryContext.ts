import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import type { Delivery } from './Delivery.ts'
import type { Entry } from './entries/Entry.ts'

/** The first call loads the code. */
export type OpenDelivery = {
  (): Promise<Delivery>
  current(): Delivery | undefined
  subscribe(listener: () => void): () => void
}

const DeliveryContext = createContext<OpenDelivery | undefined>(undefined)
export const DeliveryProvider = DeliveryContext

export function useOpenDelivery(): OpenDelivery {
  const open = use(DeliveryContext)
  if (!open) throw new Error('useOpenDelivery outside an DeliveryProvider')
  return open
}

/** Suspends until the delivery is open. */
export function useDelivery(): Delivery {
  return use(useOpenDelivery()())
}

/** Oldest first. Suspends until the delivery is open. */
export function useEntries(lanePrefix = ''): readonly Entry[] {
  const { entries } = useDelivery()
  const all = useSyncExternalStore(entries.subscribe, entries.list)
  return useMemo(() => all.filter(({ lane }) => lane.startsWith(lanePrefix)), [all, lanePrefix])
}

/** `pending` excludes entries that are delayed for undo. */
type PendingCounts = { pending: number; needsDecision: number; isPersistent: boolean }

const noPending: PendingCounts = { pending: 0, needsDecision: 0, isPersistent: true }

/** All zero until the delivery is open. */
export function usePendingEntries(): PendingCounts {
  const open = useOpenDelivery()
  const text = useSyncExternalStore(
    listener => subscribeToEntries(open, listener),
    () => JSON.stringify(countPending(open.current())),
  )
  return JSON.parse(text)
}

function countPending(delivery: Delivery | undefined): PendingCounts {
  if (!delivery) return noPending
  const due = delivery.entries.list().filter(entry => !delivery.isDelayed(entry))
  const states = due.map(({ state }) => state)
  const count = (...counted: typeof states) => states.filter(state => counted.includes(state)).length
  return {
    pending: count('waiting', 'sending'),
    needsDecision: count('failed', 'uncertain', 'conflict'),
    isPersistent: delivery.isPersistent(),
  }
}

export function subscribeToEntries(open: OpenDelivery, listener: () => void): () => void {
  let unsubscribeEntries: (() => void) | undefined
  const subscribeOnce = () => {
    unsubscribeEntries ??= open.current()?.entries.subscribe(listener)
  }
  subscribeOnce()
  const unsubscribe = open.subscribe(() => {
    subscribeOnce()
    listener()
  })
  return () => {
    unsubscribe()
    unsubscribeEntries?.()
  }
}
