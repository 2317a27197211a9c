import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

/** Screens of phones end below the width from which a list and what is open in it stand side by side. */
const phone = '(max-width: 47.99em)'

export const isPhone = (): boolean => matchMedia(phone).matches

export const useIsPhone = (): boolean => useMatches(phone)

/** Whether the window is at least so wide, in em: for one column more. */
export const useIsWide = (em: number): boolean => useMatches(`(min-width: ${em}em)`)

/** Known at the first painting: nothing is drawn for another size first. */
const useMatches = (query: string) => useMediaQuery(query, undefined, { getInitialValueInEffect: false })

const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const remInPx = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** Turns rem into px, whole: a line with a fraction would blur the text of those below. */
export function usePx(): (size: number | { desk: number; phone: number }) => number {
  const rem = useSyncExternalStore(onResize, remInPx)
  const onPhone = useIsPhone()
  return size => Math.round(rem * (typeof size === 'number' ? size : onPhone ? size.phone : size.desk))
}
