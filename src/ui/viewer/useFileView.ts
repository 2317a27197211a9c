import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Content, Extent, PreviewFile } from './Content.ts'
import type { Anchor } from './useZoomGestures.ts'
import type { ViewActions } from './ViewerToolbar.tsx'
import type { FileView, ViewMemory } from './ViewMemory.ts'
import {
  biggerScale,
  clampScale,
  getScale,
  nextFit,
  nextTurn,
  rotateExtent,
  smallerScale,
} from './viewport.ts'

type FileViewOptions = {
  file: PreviewFile
  content: Content | undefined
  /** Size of the stage without its padding, in CSS pixels. */
  area: Extent
  views: ViewMemory
  stage: RefObject<HTMLElement | null>
  inner: RefObject<HTMLElement | null>
}

/** Returns how a file is viewed and the actions that change it. `actions` is undefined if the file is not drawn. */
export function useFileView({ file, content, area, views, stage, inner }: FileViewOptions) {
  const view = useSyncExternalStore(views.subscribe, () => views.view(file.id))
  const extent = getExtent(content)
  const scale = extent ? getScale(view.zoom, rotateExtent(extent, view.turn), area) : 1
  const anchorZoom = useAnchoredZoom(stage, inner, scale)
  if (!extent) return { scale, turn: view.turn, actions: undefined, zoomBy: undefined }

  const updateView = (changed: Partial<FileView>, anchor?: Anchor) => {
    anchorZoom(anchor)
    views.setView(file.id, { ...view, ...changed })
  }
  const actions: ViewActions = {
    scale,
    zoom: view.zoom,
    rotate: () => updateView({ turn: nextTurn(view.turn) }),
    bigger: () => updateView({ zoom: biggerScale(scale) }),
    smaller: () => updateView({ zoom: smallerScale(scale) }),
    fit: () => updateView({ zoom: nextFit(view.zoom) }),
  }
  const zoomBy = (factor: number, anchor: Anchor) => {
    // Several events may arrive before the next paint. Each starts from the value that the previous one has set.
    const { zoom } = views.view(file.id)
    const from = typeof zoom === 'number' ? zoom : scale
    updateView({ zoom: clampScale(from * factor) }, anchor)
  }
  return { scale, turn: view.turn, actions, zoomBy }
}

const getExtent = (content: Content | undefined): Extent | undefined =>
  content?.kind === 'image' ? content.extent : content?.kind === 'pdf' ? content.firstPage : undefined

/**
 * Keeps a point of the content at the same position of the window when the size changes. Call the returned function
 * before the change, with the point, or without one for the centre of the visible area.
 */
function useAnchoredZoom(
  stage: RefObject<HTMLElement | null>,
  inner: RefObject<HTMLElement | null>,
  scale: number,
): (anchor?: Anchor) => void {
  const anchorRef = useRef<{ anchor: Anchor; x: number; y: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size changes with the scale.
  useLayoutEffect(() => {
    const point = anchorRef.current
    anchorRef.current = undefined
    if (!point || !stage.current || !inner.current) return
    const box = getContentRect(inner.current)
    stage.current.scrollBy({
      left: box.left + point.x * box.width - point.anchor.x,
      top: box.top + point.y * box.height - point.anchor.y,
      behavior: 'instant',
    })
  }, [scale, stage, inner])
  return anchor => {
    if (!stage.current || !inner.current) return
    const stageRect = stage.current.getBoundingClientRect()
    const box = getContentRect(inner.current)
    const position = anchor ?? {
      x: stageRect.left + stageRect.width / 2,
      y: stageRect.top + stageRect.height / 2,
    }
    anchorRef.current = {
      anchor: position,
      x: box.width > 0 ? (position.x - box.left) / box.width : 0,
      y: box.height > 0 ? (position.y - box.top) / box.height : 0,
    }
  }
}

/**
 * Horizontally, the box of the first page: the column of pages is as wide as the stage, even if the pages are narrow.
 */
function getContentRect(inner: HTMLElement) {
  const { top, height } = inner.getBoundingClientRect()
  const { left, width } = (inner.firstElementChild ?? inner).getBoundingClientRect()
  return { top, height, left, width }
}
