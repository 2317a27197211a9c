import { useDocumentVisibility } from '@mantine/hooks'
import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../AppContext.tsx'

/**
 * Whether the page may fetch data that the user did not request: it is visible, no request is in flight or delayed by
 * the rate limit. Stays true afterwards, because these requests have background priority.
 */
export function useIsIdle(): boolean {
  const { api } = useApp()
  const isBusy = useStore(api.freshness, ({ busyUntil }) => busyUntil !== undefined)
  const isVisible = useDocumentVisibility() === 'visible'
  const isFetching = useIsFetching() > 0
  const [wasIdle, setWasIdle] = useState(false)
  const isIdle = wasIdle || (isVisible && !isFetching && !isBusy)
  if (isIdle && !wasIdle) setWasIdle(true)
  return isIdle
}
