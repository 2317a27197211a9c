import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

/** Below this width, a list and the opened item are not shown side by side. */
const phoneQuery = '(max-width: 47.99em)'

export const isPhone = (): boolean => matchMedia(phoneQuery).matches

export const useIsPhone = (): boolean => useMatches(phoneQuery)

export const useIsWide = (em: number): boolean => useMatches(`(min-width: ${em}em)`)

/** Known in the first render, so that a screen is never rendered for the wrong size. */
const useMatches = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false })

const subscribeToResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const getRemInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Returns a function that converts rem to whole px. A fractional row height would blur text. */
export function useRemToPx(): (size: number | { desktop: number; phone: number }) => number {
  const rem = useSyncExternalStore(subscribeToResize, getRemInPx)
  const isPhoneWidth = useIsPhone()
  return size =>
    Math.round(rem * (typeof size === 'number' ? size : isPhoneWidth ? size.phone : size.desktop))
}
