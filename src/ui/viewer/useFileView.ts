import { type RefObject, useSyncExternalStore } from 'react'
import type { Content, Extent } from './Content.ts'
import {
  allowedScale,
  biggerScale,
  nextFit,
  nextTurn,
  scaleOf,
  smallerScale,
  turnedExtent,
} from './stageModel.ts'
import { useKeptPoint } from './useKeptPoint.ts'
import type { Anchor } from './useZoomGestures.ts'
import type { ViewedFile } from './ViewedFile.ts'
import type { ViewActions } from './ViewerToolbar.tsx'
import type { FileView, ViewMemory } from './ViewMemory.ts'

type FileViewOptions = {
  file: ViewedFile
  content: Content | undefined
  /** The stage's room in CSS pixels. */
  area: Extent
  views: ViewMemory
  stage: RefObject<HTMLElement | null>
  inner: RefObject<HTMLElement | null>
}

/** How a file is looked at, and what changes it; no `actions` for what is not drawn. */
export function useFileView({ file, content, area, views, stage, inner }: FileViewOptions) {
  const view = useSyncExternalStore(views.subscribe, () => views.view(file.id))
  const extent = drawnExtent(content)
  const scale = extent ? scaleOf(view.zoom, turnedExtent(extent, view.turn), area) : 1
  const keepPoint = useKeptPoint(stage, inner, scale)
  if (!extent) return { scale, turn: view.turn, actions: undefined, zoomBy: undefined }

  const change = (changed: Partial<FileView>, anchor?: Anchor) => {
    keepPoint(anchor)
    views.setView(file.id, { ...view, ...changed })
  }
  const actions: ViewActions = {
    scale,
    zoom: view.zoom,
    rotate: () => change({ turn: nextTurn(view.turn) }),
    bigger: () => change({ zoom: biggerScale(scale) }),
    smaller: () => change({ zoom: smallerScale(scale) }),
    fit: () => change({ zoom: nextFit(view.zoom) }),
  }
  const zoomBy = (factor: number, anchor: Anchor) => {
    // Several events may come before the next paint: each goes on from what the one before has set.
    const { zoom } = views.view(file.id)
    const from = typeof zoom === 'number' ? zoom : scale
    change({ zoom: allowedScale(from * factor) }, anchor)
  }
  return { scale, turn: view.turn, actions, zoomBy }
}

const drawnExtent = (content: Content | undefined): Extent | undefined =>
  content?.kind === 'image' ? content.extent : content?.kind === 'pdf' ? content.firstPage : undefined
