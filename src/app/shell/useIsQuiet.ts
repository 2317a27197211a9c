import { useDocumentVisibility } from '@mantine/hooks'
import { useIsFetching } from '@tanstack/react-query'
import { useState } from 'react'
import { useStore } from 'zustand'
import { useApp } from '../AppContext.tsx'

/**
 * Whether the page may fetch data that the user did not request. True once the page is visible, no request is in flight
 * and the rate limit is not under load. Stays true afterwards, because these requests have background priority.
 */
export function useIsQuiet(): boolean {
  const { api } = useApp()
  const level = useStore(api.freshness, ({ budget }) => budget.level)
  const isVisible = useDocumentVisibility() === 'visible'
  const isFetching = useIsFetching() > 0
  const [wasQuiet, setWasQuiet] = useState(false)
  const isQuiet = wasQuiet || (isVisible && !isFetching && level === 'free')
  if (isQuiet && !wasQuiet) setWasQuiet(true)
  return isQuiet
}
