import { type RefObject, useLayoutEffect, useState } from 'react'

/** The width of what is in an element, in px, and again when it changes; 0 where there is no layout. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(measured)
      setWidth(measured.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width || 0
}
