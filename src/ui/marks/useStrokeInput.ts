import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Point } from './markShapes.ts'
import { type PageView, roundPoint, toPagePoint } from './pagePoint.ts'
import {
  isErasing,
  isStylusNear,
  mayStartStroke,
  notePointer,
  releasePointer,
  setStroke,
} from './pointers.ts'

/**
 * Points as x, y and pressure, in page coordinates. `predicted` continues `points` and is not stored. `isErasing`: with
 * the eraser end or the barrel button of a stylus.
 */
export type StrokeInput = { points: readonly number[]; predicted: readonly number[]; isErasing: boolean }

type StrokeInputOptions = {
  layer: RefObject<HTMLElement | null>
  page: PageView
  isEnabled: boolean
  onDraw: (input: StrokeInput) => void
  onEnd: (points: readonly number[], isErasing: boolean) => void
  onCancel: () => void
}

/** Reads strokes of mouse, touch and stylus. Two fingers move and zoom the page instead (useZoomGestures). */
export function useStrokeInput({ layer, page, isEnabled, ...callbacks }: StrokeInputOptions): void {
  const readPoint = useEffectEvent((event: PointerEvent, rect: DOMRect): number[] => {
    const [x, y]: Point = toPagePoint({ x: event.clientX, y: event.clientY }, rect, page)
    const pressure = event.pointerType === 'pen' && event.pressure > 0 ? event.pressure : 0.5
    return [roundPoint(x), roundPoint(y), roundPoint(pressure)]
  })
  const onDraw = useEffectEvent(callbacks.onDraw)
  const onEnd = useEffectEvent(callbacks.onEnd)
  const onCancel = useEffectEvent(callbacks.onCancel)
  useEffect(() => {
    const element = layer.current
    if (!element || !isEnabled) return
    const controller = new AbortController()
    const options = { signal: controller.signal }
    let stroke: { pointerId: number; points: number[]; isErasing: boolean } | undefined
    const endStroke = () => {
      stroke = undefined
      setStroke(undefined)
    }
    const cancel = () => {
      if (!stroke) return
      endStroke()
      onCancel()
    }
    element.addEventListener(
      'pointerdown',
      event => {
        if (event.button !== 0 && !isErasing(event)) return
        // Dragging the stage would move the page.
        event.stopPropagation()
        if (!mayStartStroke(event)) return
        // A stroke continues outside the page.
        element.setPointerCapture(event.pointerId)
        stroke = {
          pointerId: event.pointerId,
          points: readPoint(event, element.getBoundingClientRect()),
          isErasing: isErasing(event),
        }
        setStroke(cancel)
        onDraw({ ...stroke, predicted: [] })
      },
      options,
    )
    element.addEventListener(
      'pointermove',
      event => {
        notePointer(event)
        if (stroke?.pointerId !== event.pointerId) return
        const rect = element.getBoundingClientRect()
        const events = event.getCoalescedEvents?.() ?? []
        for (const one of events.length > 0 ? events : [event]) {
          const [x = 0, y = 0, pressure = 0] = readPoint(one, rect)
          if (x !== stroke.points.at(-3) || y !== stroke.points.at(-2)) stroke.points.push(x, y, pressure)
        }
        const predicted = (event.getPredictedEvents?.() ?? []).flatMap(one => readPoint(one, rect))
        onDraw({ ...stroke, predicted })
      },
      options,
    )
    const handleRelease = (event: PointerEvent) => {
      notePointer(event)
      releasePointer(event)
      if (stroke?.pointerId !== event.pointerId) return
      if (event.type === 'pointercancel') return cancel()
      const { points, isErasing } = stroke
      endStroke()
      onEnd(points, isErasing)
    }
    element.addEventListener('pointerup', handleRelease, options)
    // The barrel button would open the menu of the browser.
    element.addEventListener('contextmenu', event => isStylusNear(event) && event.preventDefault(), options)
    element.addEventListener('pointercancel', handleRelease, options)
    return () => {
      controller.abort()
      cancel()
    }
  }, [layer, isEnabled])
}
