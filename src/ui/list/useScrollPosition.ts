import { type RefObject, useLayoutEffect } from 'react'

/**
 * Stores the scroll position of a list on unmount and restores it on mount. On phones, lists are unmounted while one of
 * their rows is open.
 */
export function useScrollPosition(
  scrollRef: RefObject<HTMLElement | null>,
  position: { current: number },
): void {
  useLayoutEffect(() => {
    const scroller = scrollRef.current
    if (!scroller) return
    scroller.scrollTop = position.current
    return () => {
      position.current = scroller.scrollTop
    }
  }, [scrollRef, position])
}
