import { useSyncExternalStore } from 'react'

const phone = '(max-width: 47.99em)'
const onResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}
const rem = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** The height of a line in px, whole: a fraction would blur the text of the lines below. Given in rem. */
export const useLineHeight = (heights: { desk: number; phone: number }): number =>
  useSyncExternalStore(onResize, () =>
    Math.round(rem() * (matchMedia(phone).matches ? heights.phone : heights.desk)),
  )
