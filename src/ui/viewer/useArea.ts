import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Extent } from './Content.ts'

/** The room inside an element's padding, in CSS pixels, before the first paint and as it changes. */
export function useArea(element: RefObject<HTMLElement | null>): Extent {
  const [area, setArea] = useState<Extent>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const measure = () => {
      const style = getComputedStyle(watched)
      const pad = (...sides: string[]) => sides.reduce((sum, side) => sum + (Number.parseFloat(side) || 0), 0)
      const width = watched.clientWidth - pad(style.paddingLeft, style.paddingRight)
      const height = watched.clientHeight - pad(style.paddingTop, style.paddingBottom)
      setArea(before => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return area
}
