import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import type { Outbox } from './Outbox.ts'
import type { Write } from './queue/Writes.ts'

/** The first call loads the code. */
export type OpenOutbox = {
  (): Promise<Outbox>
  current(): Outbox | undefined
  subscribe(listener: () => void): () => void
}

const OutboxContext = createContext<OpenOutbox | undefined>(undefined)
export const OutboxProvider = OutboxContext

export function useOpenOutbox(): OpenOutbox {
  const open = use(OutboxContext)
  if (!open) throw new Error('useOpenOutbox outside an OutboxProvider')
  return open
}

/** Suspends until the outbox is open. */
export function useOutbox(): Outbox {
  return use(useOpenOutbox()())
}

/** Oldest first. Suspends until the outbox is open. */
export function useWrites(lanePrefix = ''): readonly Write[] {
  const { writes } = useOutbox()
  const all = useSyncExternalStore(writes.subscribe, writes.list)
  return useMemo(() => all.filter(({ lane }) => lane.startsWith(lanePrefix)), [all, lanePrefix])
}

/** `pending` excludes writes that are delayed for undo. */
type PendingCounts = { pending: number; needsDecision: number; isPersistent: boolean }

const noPending: PendingCounts = { pending: 0, needsDecision: 0, isPersistent: true }

/** All zero until the outbox is open. */
export function usePendingWrites(): PendingCounts {
  const open = useOpenOutbox()
  const text = useSyncExternalStore(
    listener => subscribeToWrites(open, listener),
    () => JSON.stringify(countPending(open.current())),
  )
  return JSON.parse(text)
}

function countPending(outbox: Outbox | undefined): PendingCounts {
  if (!outbox) return noPending
  const due = outbox.writes.list().filter(write => !outbox.isDelayed(write))
  const states = due.map(({ state }) => state)
  const count = (...counted: typeof states) => states.filter(state => counted.includes(state)).length
  return {
    pending: count('waiting', 'sending'),
    needsDecision: count('failed', 'uncertain', 'conflict'),
    isPersistent: outbox.isPersistent(),
  }
}

export function subscribeToWrites(open: OpenOutbox, listener: () => void): () => void {
  let unsubscribeWrites: (() => void) | undefined
  const subscribeOnce = () => {
    unsubscribeWrites ??= open.current()?.writes.subscribe(listener)
  }
  subscribeOnce()
  const unsubscribe = open.subscribe(() => {
    subscribeOnce()
    listener()
  })
  return () => {
    unsubscribe()
    unsubscribeWrites?.()
  }
}
