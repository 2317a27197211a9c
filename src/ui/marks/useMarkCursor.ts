import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { isComposing } from '../focus/isComposing.ts'
import { arrowDirections } from './arrowDirections.ts'
import type { Point } from './markShapes.ts'
import { fromViewShare, type PageView, toViewShare } from './pagePoint.ts'

type MarkCursorOptions = {
  page: PageView
  surface: RefObject<HTMLElement | null>
  /** Whether Enter starts and ends a straight line instead of placing a mark. */
  drawsLines: boolean
  /** Called with the line that is being drawn, or without one. */
  onPreview: (points: readonly number[] | undefined) => void
  onPlace: (points: readonly number[]) => void
}

/** Steps as a share of the page. */
export const cursorStep = 0.01
const largeStep = 0.05

const toPoints = (...points: readonly Point[]) => points.flatMap(([x, y]) => [x, y, 0.5])

/** A cursor that the arrow keys move, and Enter places marks at. The pointer hides it. */
export function useMarkCursor({ page, surface, drawsLines, onPreview, onPlace }: MarkCursorOptions) {
  const [cursor, setCursor] = useState<Point>()
  const [isShown, setIsShown] = useState(false)
  const [lineStart, setLineStart] = useState<Point>()
  /** Whether the last mark was made with the pointer. Then the cursor appears with the next key, not with the focus. */
  const isPointerUsed = useRef(false)
  const endLine = () => {
    if (lineStart) onPreview(undefined)
    setLineStart(undefined)
  }
  const hide = () => {
    endLine()
    setIsShown(false)
  }
  const moveTo = (at: Point) => {
    isPointerUsed.current = false
    setCursor(at)
    setIsShown(true)
  }
  const move = (direction: Point, isLarge: boolean) => {
    const from = cursor ?? getVisibleCentre(surface.current, page)
    const next = movePoint(from, direction, isLarge ? largeStep : cursorStep, page)
    moveTo(next)
    if (lineStart) onPreview(toPoints(lineStart, next))
  }
  const place = (at: Point) => {
    if (drawsLines && !lineStart) {
      setLineStart(at)
      return
    }
    onPlace(lineStart ? toPoints(lineStart, at) : toPoints(at))
    setLineStart(undefined)
  }
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || isComposing(event) || ctrlKey || metaKey || altKey) return
    const direction = arrowDirections[key]
    if (direction) move(direction, shiftKey)
    else if (key === 'Enter') {
      const at = cursor ?? getVisibleCentre(surface.current, page)
      moveTo(at)
      if (!event.repeat) place(at)
    } else return
    event.preventDefault()
  }
  return {
    cursor: isShown ? cursor : undefined,
    cursorProps: {
      'data-cursor': isShown,
      onKeyDown: handleKeyDown,
      onFocus: () => {
        if (!isPointerUsed.current && surface.current?.matches(':focus-visible'))
          moveTo(cursor ?? getVisibleCentre(surface.current, page))
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        hide()
        // Not if the window loses the focus, or while a text is written on the page.
        const isLeft = relatedTarget !== null && !surface.current?.parentElement?.contains(relatedTarget)
        if (isLeft) isPointerUsed.current = false
      },
      // While capturing, because the stroke stops the event.
      onPointerDownCapture: () => {
        hide()
        isPointerUsed.current = true
        setCursor(undefined)
      },
    },
  }
}

/** Moves a point in a direction of the shown page, as far as the page reaches. */
export function movePoint(from: Point, [across, down]: Point, distance: number, page: PageView): Point {
  const [left, top] = toViewShare(from, page)
  return fromViewShare([left + across * distance, top + down * distance * getViewRatio(page)], page)
}

/** Width of the shown page divided by its height. Steps have the same length in both directions. */
const getViewRatio = ({ size: { width, height }, rotation }: PageView) =>
  rotation % 180 === 0 ? width / height : height / width

/** Returns the centre of the part of the page that is in the window. */
function getVisibleCentre(surface: HTMLElement | null, page: PageView): Point {
  if (!surface) return fromViewShare([0.5, 0.5], page)
  const { left, top, right, bottom, width, height } = surface.getBoundingClientRect()
  const clipped = surface.closest('section')?.getBoundingClientRect()
  const [start, end] = [Math.max(left, clipped?.left ?? left), Math.min(right, clipped?.right ?? right)]
  const [first, last] = [Math.max(top, clipped?.top ?? top), Math.min(bottom, clipped?.bottom ?? bottom)]
  return fromViewShare([((start + end) / 2 - left) / width, ((first + last) / 2 - top) / height], page)
}
