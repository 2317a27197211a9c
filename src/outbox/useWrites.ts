import { useMemo, useSyncExternalStore } from 'react'
import { useOutbox } from './OutboxContext.ts'
import type { Write } from './Writes.ts'

/** The person's writes, oldest first; with a prefix those whose lane begins with it. Suspends until the outbox is open. */
export function useWrites(lanePrefix = ''): readonly Write[] {
  const { writes } = useOutbox()
  const all = useSyncExternalStore(writes.subscribe, writes.list)
  return useMemo(() => all.filter(({ lane }) => lane.startsWith(lanePrefix)), [all, lanePrefix])
}
