import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Anchor } from './useZoomGestures.ts'

/**
 * Keeps one point of what is scrolled under the same place of the window while its size changes: call the answer before
 * the change, with the point, or without one for the middle of what is seen.
 */
export function useKeptPoint(
  stage: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
  scale: number,
): (anchor?: Anchor) => void {
  const kept = useRef<{ anchor: Anchor; x: number; y: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size changes with the scale.
  useLayoutEffect(() => {
    const point = kept.current
    kept.current = undefined
    if (!point || !stage.current || !inner.current) return
    const box = boxOf(inner.current)
    stage.current.scrollBy({
      left: box.left + point.x * box.width - point.anchor.x,
      top: box.top + point.y * box.height - point.anchor.y,
      behavior: 'instant',
    })
  }, [scale, stage, inner])
  return anchor => {
    if (!stage.current || !inner.current) return
    const seen = stage.current.getBoundingClientRect()
    const box = boxOf(inner.current)
    const at = anchor ?? { x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 }
    kept.current = {
      anchor: at,
      x: box.width > 0 ? (at.x - box.left) / box.width : 0,
      y: box.height > 0 ? (at.y - box.top) / box.height : 0,
    }
  }
}

/** Across, a page: the column of pages is as wide as the stage even when they are narrow. */
function boxOf(inner: HTMLElement) {
  const { top, height } = inner.getBoundingClientRect()
  const { left, width } = (inner.firstElementChild ?? inner).getBoundingClientRect()
  return { top, height, left, width }
}
