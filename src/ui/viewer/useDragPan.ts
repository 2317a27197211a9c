import { type RefObject, useEffect } from 'react'

/** Moves what is larger than its element by dragging with the mouse; fingers scroll by themselves. */
export function useDragPan(element: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const watched = element.current
    if (!watched || !enabled) return
    const controller = new AbortController()
    const { signal } = controller
    let from: { x: number; y: number; left: number; top: number } | undefined
    watched.addEventListener(
      'pointerdown',
      event => {
        const isOnScrollbar = event.offsetX > watched.clientWidth && event.target === watched
        if (event.pointerType !== 'mouse' || event.button !== 0 || isOnScrollbar) return
        from = { x: event.clientX, y: event.clientY, left: watched.scrollLeft, top: watched.scrollTop }
        watched.setPointerCapture(event.pointerId)
        watched.dataset.dragged = ''
      },
      { signal },
    )
    watched.addEventListener(
      'pointermove',
      event => {
        if (from) watched.scrollTo(from.left + from.x - event.clientX, from.top + from.y - event.clientY)
      },
      { signal },
    )
    const end = () => {
      from = undefined
      delete watched.dataset.dragged
    }
    watched.addEventListener('pointerup', end, { signal })
    watched.addEventListener('pointercancel', end, { signal })
    return () => {
      controller.abort()
      end()
    }
  }, [element, enabled])
}
