import { useSyncExternalStore } from 'react'
import { useOpenOutbox } from './OutboxContext.ts'
import { followWrites } from './useWaiting.ts'
import type { Write } from './Writes.ts'

const none: readonly Write[] = []

/** The person's writes, oldest first, for what must not wait for them. Never suspends; none until the outbox was opened. */
export function useOpenedWrites(): readonly Write[] {
  const open = useOpenOutbox()
  return useSyncExternalStore(
    listener => followWrites(open, listener),
    () => open.opened()?.writes.list() ?? none,
  )
}
