import { useEffect, useSyncExternalStore } from 'react'
import type { Delivery } from '../../delivery/Delivery.ts'
import { subscribeToEntries, useOpenDelivery } from '../../delivery/DeliveryContext.ts'

/** Asks before the page closes while a hand-in is being sent: the rest would be sent when the app is opened again. */
export function useWarnBeforeClose(): void {
  const open = useOpenDelivery()
  const isSending = useSyncExternalStore(
    listener => subscribeToEntries(open, listener),
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
const isSendingHandIn = (delivery: Delivery | undefined): boolean =>
  delivery?.entries
    .list()
    .some(({ lane, state }) => lane.startsWith('hand-in/') && (state === 'waiting' || state === 'sending')) ??
  false
