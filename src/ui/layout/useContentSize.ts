import { type RefObject, useLayoutEffect, useState } from 'react'

type ContentSize = { width: number; height: number }

/** Returns the current size of an element without its padding, in CSS pixels. Measured before the first paint. */
export function useContentSize(element: RefObject<HTMLElement | null>): ContentSize {
  const [size, setSize] = useState<ContentSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const measure = () => {
      const style = getComputedStyle(target)
      const sumPadding = (...sides: string[]) =>
        sides.reduce((sum, side) => sum + (Number.parseFloat(side) || 0), 0)
      const width = target.clientWidth - sumPadding(style.paddingLeft, style.paddingRight)
      const height = target.clientHeight - sumPadding(style.paddingTop, style.paddingBottom)
      setSize(previous =>
        previous.width === width && previous.height === height ? previous : { width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return size
}
