import { type RefObject, useEffect, useEffectEvent } from 'react'
import { type Shortcut, useShortcuts } from '../focus/useShortcuts.ts'
import type { PreviewFile } from './Content.ts'
import type { ViewActions } from './ViewerToolbar.tsx'
import type { ViewerWords } from './ViewerWords.ts'

/** A point of the window, in CSS pixels, that stays in place while zooming. */
export type Anchor = { x: number; y: number }

/**
 * Zooms on Ctrl and wheel, which is also how a trackpad reports a pinch, and on a pinch with two fingers. `zoom`
 * receives a factor and the point under the pointer or between the fingers.
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
    // Not passive, so that the browser does not zoom the whole page.
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
        // Ignore a tremor of less than 4 px.
        if (before && Math.abs(distance - before.distance) < 4) return
        if (before && before.distance > 0) zoomBy(distance / before.distance, middle)
        before = { distance }
      },
      options,
    )
    return () => controller.abort()
  }, [element, isZoomable])
}

/** Scrolls an element by dragging with the mouse. Touch scrolls natively. */
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

type ViewerKeys = {
  files: readonly PreviewFile[]
  file: PreviewFile
  onShow: (id: number) => void
  actions: ViewActions | undefined
  words: ViewerWords
}

/**
 * Registers the keys of the viewer. On a German keyboard, brackets need AltGr and can't be single-key shortcuts, so h
 * and l do the same.
 */
export function useViewerKeys({ files, file, onShow, actions, words }: ViewerKeys): void {
  const place = files.indexOf(file)
  const step = (key: string, by: 1 | -1): Shortcut => ({
    key,
    description: by < 0 ? words.previousFile : words.nextFile,
    run: () => {
      const to = files[place + by]
      if (to) onShow(to.id)
    },
  })
  const look = (key: string, what: 'bigger' | 'smaller' | 'fit' | 'rotate'): Shortcut => ({
    key,
    description: words[what],
    run: () => actions?.[what](),
  })
  const drawn = actions
    ? [look('+', 'bigger'), look('-', 'smaller'), look('0', 'fit'), look('r', 'rotate')]
    : []
  const steps = [step('[', -1), step('h', -1), step(']', 1), step('l', 1)]
  // With a single file there is no next one.
  useShortcuts(files.length > 1 ? [...drawn, ...steps] : drawn)
}
