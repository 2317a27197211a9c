import { useEffect, useSyncExternalStore } from 'react'
import type { Outbox } from '../../outbox/Outbox.ts'
import { subscribeToWrites, useOpenOutbox } from '../../outbox/OutboxContext.ts'

/** Asks before the page closes while a hand-in is being sent: the rest would be sent when the app is opened again. */
export function useWarnBeforeClose(): void {
  const open = useOpenOutbox()
  const isSending = useSyncExternalStore(
    listener => subscribeToWrites(open, listener),
    () => isSendingHandIn(open.current()),
  )
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])
}

/** In the lanes of `handInLane`, whose code is not loaded at the start. */
const isSendingHandIn = (outbox: Outbox | undefined): boolean =>
  outbox?.writes
    .list()
    .some(({ lane, state }) => lane.startsWith('hand-in/') && (state === 'waiting' || state === 'sending')) ??
  false
