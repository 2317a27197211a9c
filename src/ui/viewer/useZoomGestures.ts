import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A point of the window that stays where it is while something is zoomed. */
export type Anchor = { x: number; y: number }

/**
 * Zooms by Ctrl and the wheel, which is also what a trackpad's pinch arrives as, and by two fingers. `zoom` is given a
 * factor and the point under the pointer or between the fingers.
 */
export function useZoomGestures(
  element: RefObject<HTMLElement | null>,
  zoom: ((factor: number, anchor: Anchor) => void) | undefined,
): void {
  const isZoomable = zoom !== undefined
  const zoomBy = useEffectEvent((factor: number, anchor: Anchor) => zoom?.(factor, anchor))
  useEffect(() => {
    const watched = element.current
    if (!watched || !isZoomable) return
    const controller = new AbortController()
    // Not passive: the browser would zoom its whole page.
    const options = { passive: false, signal: controller.signal }
    watched.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16
        const delta = Math.max(-60, Math.min(60, event.deltaY * lines))
        zoomBy(Math.exp(-delta * 0.005), { x: event.clientX, y: event.clientY })
      },
      options,
    )
    let before: { distance: number } | undefined
    watched.addEventListener('touchstart', () => (before = undefined), {
      passive: true,
      signal: options.signal,
    })
    watched.addEventListener(
      'touchmove',
      event => {
        const [first, second] = event.touches
        if (!first || !second || event.touches.length !== 2) return
        event.preventDefault()
        const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
        const middle = {
          x: (first.clientX + second.clientX) / 2,
          y: (first.clientY + second.clientY) / 2,
        }
        // Small trembling is no pinch.
        if (before && Math.abs(distance - before.distance) < 4) return
        if (before && before.distance > 0) zoomBy(distance / before.distance, middle)
        before = { distance }
      },
      options,
    )
    return () => controller.abort()
  }, [element, isZoomable])
}
