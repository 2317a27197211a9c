import { type RefObject, useEffect, useState } from 'react'

/** Whether an element is in view of what scrolls it, or less than a view away; `atFirst` until it was measured. */
export function useNear(
  element: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  atFirst: boolean,
): boolean {
  const [isNear, setNear] = useState(atFirst)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      entries => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { root: scroller.current, rootMargin: '100% 0px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, scroller])
  return isNear
}
