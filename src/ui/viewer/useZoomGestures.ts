import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useT } from '../../i18n/useT.ts'
import { type Shortcut, useShortcuts } from '../focus/useShortcuts.ts'
import { isStylusNear } from '../marks/pointers.ts'
import type { PreviewFile } from './Content.ts'
import type { ViewActions } from './ViewerToolbar.tsx'

/** A point of the window that does not move while zooming, in CSS pixels. */
export type Anchor = { x: number; y: number }

/**
 * Trackpads report a pinch as Ctrl and wheel. `zoom` receives a factor and the point under the pointer or between the
 * fingers. Two fingers also move the content.
 */
export function useZoomGestures(
  element: RefObject<HTMLElement | null>,
  zoom: ((factor: number, anchor: Anchor) => void) | undefined,
): void {
  const isZoomable = zoom !== undefined
  const zoomBy = useEffectEvent((factor: number, anchor: Anchor) => zoom?.(factor, anchor))
  useEffect(() => {
    const target = element.current
    if (!target || !isZoomable) return
    const controller = new AbortController()
    // Not passive, so that the browser does not zoom the whole page.
    const options = { passive: false, signal: controller.signal }
    target.addEventListener(
      'wheel',
      event => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        const pixelsPerUnit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 16
        const delta = Math.max(-60, Math.min(60, event.deltaY * pixelsPerUnit))
        zoomBy(Math.exp(-delta * 0.005), { x: event.clientX, y: event.clientY })
      },
      options,
    )
    let previous: { distance: number; middle: Anchor } | undefined
    for (const type of ['touchstart', 'touchend'] as const)
      target.addEventListener(type, () => (previous = undefined), { passive: true, signal: options.signal })
    target.addEventListener(
      'touchmove',
      event => {
        const [first, second = first] = event.touches
        // The hand that holds a stylus may touch at several points.
        if (!first || !second || event.touches.length > 2 || isStylusNear(event)) return
        // While a tool is chosen, the browser does not scroll the page itself.
        if (first === second && !isFingerMoving(event.target)) return
        event.preventDefault()
        const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY)
        const middle = {
          x: (first.clientX + second.clientX) / 2,
          y: (first.clientY + second.clientY) / 2,
        }
        if (!previous) {
          previous = { distance, middle }
          return
        }
        target.scrollBy({
          left: previous.middle.x - middle.x,
          top: previous.middle.y - middle.y,
          behavior: 'instant',
        })
        previous.middle = middle
        // Ignore a tremor of less than 4 px.
        if (Math.abs(distance - previous.distance) < 4) return
        if (previous.distance > 0) zoomBy(distance / previous.distance, middle)
        previous.distance = distance
      },
      options,
    )
    return () => controller.abort()
  }, [element, isZoomable])
}

/** Whether the finger is on a page where it moves the page instead of drawing (`MarkSurface`). */
const isFingerMoving = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.dataset.fingers === 'move'

/** Touch scrolls natively. The middle button of a stylus moves the page like the mouse. */
export function useDragPan(element: RefObject<HTMLElement | null>, enabled: boolean): void {
  useEffect(() => {
    const target = element.current
    if (!target || !enabled) return
    const controller = new AbortController()
    const { signal } = controller
    let dragStart: { x: number; y: number; left: number; top: number } | undefined
    target.addEventListener(
      'pointerdown',
      event => {
        const isOnScrollbar = event.offsetX > target.clientWidth && event.target === target
        const isDragging =
          (event.pointerType === 'mouse' && event.button === 0) ||
          (event.pointerType === 'pen' && event.button === 1)
        if (!isDragging || isOnScrollbar) return
        dragStart = { x: event.clientX, y: event.clientY, left: target.scrollLeft, top: target.scrollTop }
        target.setPointerCapture(event.pointerId)
        target.dataset.dragged = ''
      },
      { signal },
    )
    target.addEventListener(
      'pointermove',
      event => {
        if (dragStart)
          target.scrollTo(
            dragStart.left + dragStart.x - event.clientX,
            dragStart.top + dragStart.y - event.clientY,
          )
      },
      { signal },
    )
    const stopDragging = () => {
      dragStart = undefined
      delete target.dataset.dragged
    }
    target.addEventListener('pointerup', stopDragging, { signal })
    target.addEventListener('pointercancel', stopDragging, { signal })
    return () => {
      controller.abort()
      stopDragging()
    }
  }, [element, enabled])
}

type ViewerKeysOptions = {
  files: readonly PreviewFile[]
  file: PreviewFile
  onShow: (id: number) => void
  actions: ViewActions | undefined
  /** Whether h belongs to the highlighter. */
  isMarking: boolean
}

/** On a German keyboard, brackets need AltGr and can't be single-key shortcuts, so h and l do the same. */
export function useViewerKeys({ files, file, onShow, actions, isMarking }: ViewerKeysOptions): void {
  const t = useT('viewer')
  const index = files.indexOf(file)
  const createStepShortcut = (key: string, step: 1 | -1): Shortcut => ({
    key,
    description: t(step < 0 ? 'previousFile' : 'nextFile'),
    run: () => {
      const target = files[index + step]
      if (target) onShow(target.id)
    },
  })
  const createViewShortcut = (key: string, action: 'bigger' | 'smaller' | 'fit' | 'rotate'): Shortcut => ({
    key,
    description: t(action),
    run: () => actions?.[action](),
  })
  const viewShortcuts = actions
    ? [
        createViewShortcut('+', 'bigger'),
        createViewShortcut('-', 'smaller'),
        createViewShortcut('0', 'fit'),
        createViewShortcut('r', 'rotate'),
      ]
    : []
  const stepShortcuts = [
    createStepShortcut('[', -1),
    ...(isMarking ? [] : [createStepShortcut('h', -1)]),
    createStepShortcut(']', 1),
    createStepShortcut('l', 1),
  ]
  useShortcuts(files.length > 1 ? [...viewShortcuts, ...stepShortcuts] : viewShortcuts)
}
