import { type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Content, Extent, PreviewFile } from './Content.ts'
import type { Anchor } from './useZoomGestures.ts'
import type { ViewActions } from './ViewerToolbar.tsx'
import type { FileView, ViewMemory } from './ViewMemory.ts'
import {
  clampScale,
  getBiggerScale,
  getNextFit,
  getNextRotation,
  getScale,
  getSmallerScale,
  rotateExtent,
} from './viewport.ts'

type FileViewOptions = {
  file: PreviewFile
  content: Content | undefined
  /** Size of the stage without its padding, in CSS pixels. */
  area: Extent
  views: ViewMemory
  stage: RefObject<HTMLElement | null>
  contentElement: RefObject<HTMLElement | null>
}

/** `actions` is undefined if the file is not drawn. */
export function useFileView({ file, content, area, views, stage, contentElement }: FileViewOptions) {
  const view = useSyncExternalStore(views.subscribe, () => views.getView(file.id))
  const extent = getExtent(content)
  const scale = extent ? getScale(view.zoom, rotateExtent(extent, view.rotation), area) : 1
  const anchorZoom = useAnchoredZoom(stage, contentElement, scale)
  if (!extent) return { scale, rotation: view.rotation, actions: undefined, zoomBy: undefined }

  const updateView = (changed: Partial<FileView>, anchor?: Anchor) => {
    anchorZoom(anchor)
    views.setView(file.id, { ...view, ...changed })
  }
  const actions: ViewActions = {
    scale,
    zoom: view.zoom,
    rotate: () => updateView({ rotation: getNextRotation(view.rotation) }),
    bigger: () => updateView({ zoom: getBiggerScale(scale) }),
    smaller: () => updateView({ zoom: getSmallerScale(scale) }),
    fit: () => updateView({ zoom: getNextFit(view.zoom) }),
  }
  const zoomBy = (factor: number, anchor: Anchor) => {
    // Several events may occur before the next render.
    const { zoom } = views.getView(file.id)
    const currentScale = typeof zoom === 'number' ? zoom : scale
    updateView({ zoom: clampScale(currentScale * factor) }, anchor)
  }
  return { scale, rotation: view.rotation, actions, zoomBy }
}

const getExtent = (content: Content | undefined): Extent | undefined =>
  content?.kind === 'image' ? content.extent : content?.kind === 'pdf' ? content.firstPage : undefined

/**
 * Keeps a point at the same position of the window when the scale changes. Call the returned function before the
 * change. Default point: the centre of the visible area.
 */
function useAnchoredZoom(
  stage: RefObject<HTMLElement | null>,
  contentElement: RefObject<HTMLElement | null>,
  scale: number,
): (anchor?: Anchor) => void {
  const anchorRef = useRef<{ anchor: Anchor; x: number; y: number }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size changes with the scale.
  useLayoutEffect(() => {
    const point = anchorRef.current
    anchorRef.current = undefined
    if (!point || !stage.current || !contentElement.current) return
    const rect = getContentRect(contentElement.current)
    stage.current.scrollBy({
      left: rect.left + point.x * rect.width - point.anchor.x,
      top: rect.top + point.y * rect.height - point.anchor.y,
      behavior: 'instant',
    })
  }, [scale, stage, contentElement])
  return anchor => {
    if (!stage.current || !contentElement.current) return
    const stageRect = stage.current.getBoundingClientRect()
    const rect = getContentRect(contentElement.current)
    const position = anchor ?? {
      x: stageRect.left + stageRect.width / 2,
      y: stageRect.top + stageRect.height / 2,
    }
    anchorRef.current = {
      anchor: position,
      x: rect.width > 0 ? (position.x - rect.left) / rect.width : 0,
      y: rect.height > 0 ? (position.y - rect.top) / rect.height : 0,
    }
  }
}

/** The column of pages is as wide as the stage, so the horizontal values are those of the first page. */
function getContentRect(contentElement: HTMLElement) {
  const { top, height } = contentElement.getBoundingClientRect()
  const { left, width } = (contentElement.firstElementChild ?? contentElement).getBoundingClientRect()
  return { top, height, left, width }
}
