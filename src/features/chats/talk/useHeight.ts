import { type RefObject, useLayoutEffect } from 'react'

/** Tells the height (px) of an element as soon as it is laid out, and whenever it changes; `tell` stays the same. */
export function useHeight(element: RefObject<HTMLElement | null>, tell: (height: number) => void): void {
  useLayoutEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(entries => {
      for (const { target } of entries) if (target instanceof HTMLElement) tell(target.offsetHeight)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, tell])
}
