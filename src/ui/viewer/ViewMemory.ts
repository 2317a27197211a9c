import { createStore } from 'zustand/vanilla'
import { getFormatByType } from '../../lib/fileKinds.ts'
import { loadChunk } from '../../lib/loadChunk.ts'
import { decodePicture, withImage } from '../photos/decodePicture.ts'
import type { Content, Extent, PreviewFile } from './Content.ts'
import { decodeText } from './decodeText.ts'
import { detectViewKind } from './detectViewKind.ts'

/** `zoom`: a scale (1 is 100 %), or what to fit into the viewer. `rotation` in degrees clockwise. */
export type FileView = { zoom: number | 'width' | 'whole'; rotation: 0 | 90 | 180 | 270 }

/**
 * Zoom and rotation by file ID, and a cache of some contents, which is cleared when no viewer uses it. Several viewers
 * can share it, e.g. those of all pupils of a correction desk.
 */
export type ViewMemory = {
  getView: (id: number) => FileView
  setView: (id: number, view: FileView) => void
  getContent: (id: number) => Content | undefined
  /** The file on screen is never evicted. */
  setCurrent: (id: number) => void
  /** Evicts the least recently used files. Rejects if code can't be loaded, or if it takes too long. */
  prepare: (file: Pick<PreviewFile, 'id' | 'name' | 'type'>, blob: Blob) => Promise<void>
  subscribe: (listener: () => void) => () => void
  /** Keeps the cache until the returned function is called. */
  retain: () => () => void
}

const defaultView: FileView = { zoom: 'width', rotation: 0 }
const maxFiles = 12

/** `contents` is ordered by last use; a map keeps insertion order. */
type ViewState = { views: ReadonlyMap<number, FileView>; contents: ReadonlyMap<number, Content> }

/** `maxBytes`: of the cache. The file on screen may exceed it. */
export function createViewMemory(maxBytes = 192 * 1024 * 1024): ViewMemory {
  const store = createStore<ViewState>(() => ({ views: new Map(), contents: new Map() }))
  const pending = new Map<number, Promise<void>>()
  let retainCount = 0
  let currentId: number | undefined
  // Incremented when the cache is cleared, so that earlier preparations are discarded.
  let generation = 0

  /** Evicts other entries. */
  const addContent = (addedId: number, content: Content): ReadonlyMap<number, Content> => {
    const contents = new Map(store.getState().contents).set(addedId, content)
    let cost = contents.values().reduce((sum, { cost }) => sum + cost, 0)
    for (const [id, other] of [...contents]) {
      if (cost <= maxBytes && contents.size <= maxFiles) break
      if (id === addedId || id === currentId) continue
      cost -= other.cost
      contents.delete(id)
      other.close?.()
    }
    return contents
  }
  const clear = () => {
    generation += 1
    pending.clear()
    const { contents } = store.getState()
    store.setState({ contents: new Map() })
    for (const content of contents.values()) content.close?.()
  }

  return {
    getView: id => store.getState().views.get(id) ?? defaultView,
    setView: (id, view) => store.setState(({ views }) => ({ views: new Map(views).set(id, view) })),
    getContent: id => store.getState().contents.get(id),
    setCurrent(id) {
      currentId = id
      const contents = new Map(store.getState().contents)
      const content = contents.get(id)
      if (content && contents.delete(id)) store.setState({ contents: contents.set(id, content) })
    },
    prepare(file, blob) {
      if (store.getState().contents.has(file.id)) return Promise.resolve()
      const existing = pending.get(file.id)
      if (existing) return existing
      const startedIn = generation
      const promise = prepareContent(blob, file)
        .then(content => {
          if (startedIn !== generation) return content.close?.()
          store.setState({ contents: addContent(file.id, content) })
        })
        .finally(() => {
          if (startedIn === generation) pending.delete(file.id)
        })
      pending.set(file.id, promise)
      return promise
    },
    subscribe: store.subscribe,
    retain() {
      retainCount += 1
      return () => {
        retainCount -= 1
        // The viewer of the next pupil may mount right after this one.
        setTimeout(() => retainCount === 0 && clear(), 1000)
      }
    },
  }
}

const maxTextBytes = 5 * 1024 * 1024

/** Rejects only if code can't be loaded or if it takes too long, never because of the bytes. */
async function prepareContent(
  blob: Blob,
  { name, type }: Pick<PreviewFile, 'name' | 'type'>,
): Promise<Content> {
  const head = new Uint8Array(await blob.slice(0, 4096).arrayBuffer())
  const kind = detectViewKind(head, { name, type })
  switch (kind.kind) {
    case 'image':
      return prepareImage(blob, kind.type)
    case 'audio':
    case 'video':
      return createMediaContent(blob, kind.kind, kind.type)
    case 'pdf': {
      // 0.5 MB of code.
      const { openPdf } = await loadChunk(() => import('./openPdf.ts'))
      return openPdf(blob)
    }
    case 'text':
      return readText(blob)
    case 'code': {
      const { text, cost } = await readText(blob)
      return { kind: 'noPreview', reason: 'code', source: text, cost }
    }
    case 'other':
      return { kind: 'noPreview', reason: 'kind', cost: 0 }
  }
}

/** `type` is detected, not claimed: opened in a tab, the blob must be a player and not a page. */
function createMediaContent(blob: Blob, kind: 'audio' | 'video', type: string): Content {
  const url = URL.createObjectURL(blob.slice(0, blob.size, type))
  return { kind, url, cost: blob.size, close: () => URL.revokeObjectURL(url) }
}

async function readText(blob: Blob) {
  const isTruncated = blob.size > maxTextBytes
  const bytes = new Uint8Array(await blob.slice(0, maxTextBytes).arrayBuffer())
  const text = decodeText(bytes, isTruncated)
  return {
    kind: 'text' as const,
    text,
    cost: text.length * 2,
    ...(isTruncated && { truncatedAt: maxTextBytes }),
  }
}

/** Maximum side of an image when first decoded, in pixels. */
const initialMaxSide = 2048
/** Maximum number of stored pixels of an image (64 MB). */
const maxPixels = 16 * 1024 * 1024
/** Maximum number of decoded pixels, 4 bytes each. A small file may claim any number of pixels. */
const maxDecodedPixels = 128 * 1024 * 1024

/**
 * Decodes an image off the main thread. `type` is a raster type of the table of file kinds, so that the browser never
 * treats the bytes as SVG, which can load and run content.
 */
async function prepareImage(blob: Blob, type: string): Promise<Content> {
  const picture = new Blob([blob], { type })
  const extent = await withImage(picture, getExtent)
  if (!extent) return createNoPreview(type)
  if (extent.width * extent.height > maxDecodedPixels) return { kind: 'noPreview', reason: 'large', cost: 0 }
  const canvas = document.createElement('canvas')
  const ratio = extent.width / extent.height
  const maxWidth = Math.min(extent.width, Math.sqrt(maxPixels * ratio))
  let width = Math.min(maxWidth, ratio > 1 ? initialMaxSide : initialMaxSide * ratio)
  const draw = async (drawnWidth: number) => {
    const { bitmap, isTruncated } = await decodePicture(
      picture,
      drawnWidth < extent.width ? drawnWidth : undefined,
    )
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    // Not a `bitmaprenderer`, which avoids a copy: in Chromium it ignores the EXIF orientation.
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    return { isTruncated }
  }
  const drawn = await draw(width).catch(() => undefined)
  if (!drawn) return createNoPreview(type)
  return {
    kind: 'image',
    extent,
    ...drawn,
    canvas,
    get cost() {
      return canvas.width * canvas.height * 4
    },
    async sharpen(deviceWidth) {
      if (width >= maxWidth || deviceWidth <= width * 1.1) return
      width = maxWidth
      // If memory is short, keep the smaller image.
      await draw(width).catch(() => {})
    },
  }
}

function createNoPreview(type: string): Content {
  if (getFormatByType(type)?.view === 'drawn') return { kind: 'noPreview', reason: 'brokenImage', cost: 0 }
  const format = type.slice(type.indexOf('/') + 1).toUpperCase()
  return { kind: 'noPreview', reason: 'imageFormat', format, cost: 0 }
}

/** In its shown orientation. */
const getExtent = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Extent | undefined =>
  width > 0 ? { width, height } : undefined
