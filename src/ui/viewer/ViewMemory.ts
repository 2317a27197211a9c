import { createStore } from 'zustand/vanilla'
import { formatOfType } from '../../lib/fileKinds.ts'
import { lazyChunk } from '../../lib/lazyChunk.ts'
import type { Content, Extent, PreviewFile } from './Content.ts'
import { decodeText, fileKind } from './fileKind.ts'

/** How a file was left. `zoom`: a scale (1 is 100 %), or what fits. `turn`: degrees clockwise. */
export type FileView = { zoom: number | 'width' | 'whole'; turn: 0 | 90 | 180 | 270 }

/**
 * What a viewer remembers of files, by their id: how each was looked at, and the few that are ready to be shown at once.
 * One for a whole desk; it empties itself when no viewer uses it any more.
 */
export type ViewMemory = {
  view: (id: number) => FileView
  setView: (id: number, view: FileView) => void
  /** What is ready of a file. */
  content: (id: number) => Content | undefined
  /** The file that is on screen now; it never gives way. */
  show: (id: number) => void
  /**
   * Makes a file ready, for the next and the previous pupil's files before they are asked for. The least lately used
   * give way. Rejects where the reader could not be loaded.
   */
  prepare: (file: PreviewFile, blob: Blob) => Promise<void>
  subscribe: (listener: () => void) => () => void
  /** Somebody uses it until the answer is called; viewers do by themselves. */
  hold: () => () => void
}

const fitted: FileView = { zoom: 'width', turn: 0 }
const mostFiles = 12

/** `ready`: in the order of their last use, which a map keeps. */
type Remembered = { views: ReadonlyMap<number, FileView>; ready: ReadonlyMap<number, Content> }

/** `budget`: bytes of memory for what is ready; what is shown is kept beyond it. */
export function createViewMemory(budget = 192 * 1024 * 1024): ViewMemory {
  const store = createStore<Remembered>(() => ({ views: new Map(), ready: new Map() }))
  const pending = new Map<number, Promise<void>>()
  let holders = 0
  let shown: number | undefined
  // What began before everything was forgotten is not kept.
  let era = 0

  /** With `content` as the one used last, and without what has to give way to it. */
  const readyWith = (added: number, content: Content): ReadonlyMap<number, Content> => {
    const ready = new Map(store.getState().ready).set(added, content)
    let cost = ready.values().reduce((sum, { cost }) => sum + cost, 0)
    for (const [id, other] of [...ready]) {
      if (cost <= budget && ready.size <= mostFiles) break
      if (id === added || id === shown) continue
      cost -= other.cost
      ready.delete(id)
      other.close?.()
    }
    return ready
  }
  const forget = () => {
    era += 1
    pending.clear()
    const { ready } = store.getState()
    store.setState({ ready: new Map() })
    for (const content of ready.values()) content.close?.()
  }

  return {
    view: id => store.getState().views.get(id) ?? fitted,
    setView: (id, view) => store.setState(({ views }) => ({ views: new Map(views).set(id, view) })),
    content: id => store.getState().ready.get(id),
    show(id) {
      shown = id
      const ready = new Map(store.getState().ready)
      const content = ready.get(id)
      if (content && ready.delete(id)) store.setState({ ready: ready.set(id, content) })
    },
    prepare(file, blob) {
      if (store.getState().ready.has(file.id)) return Promise.resolve()
      const before = pending.get(file.id)
      if (before) return before
      const begun = era
      const promise = prepareContent(blob, file)
        .then(content => {
          if (begun !== era) return content.close?.()
          store.setState({ ready: readyWith(file.id, content) })
        })
        .finally(() => {
          if (begun === era) pending.delete(file.id)
        })
      pending.set(file.id, promise)
      return promise
    },
    subscribe: store.subscribe,
    hold() {
      holders += 1
      return () => {
        holders -= 1
        // The next pupil's viewer may be the next to mount.
        setTimeout(() => holders === 0 && forget(), 1000)
      }
    },
  }
}

/** Of a longer text the beginning is shown. */
const longestText = 5 * 1024 * 1024

/** Makes of bytes what can be shown; never rejects for what is in them, only where the reader itself can't be loaded. */
async function prepareContent(
  blob: Blob,
  { name, type }: Pick<PreviewFile, 'name' | 'type'>,
): Promise<Content> {
  const head = new Uint8Array(await blob.slice(0, 4096).arrayBuffer())
  const found = fileKind(head, { name, type })
  switch (found.kind) {
    case 'image':
      return prepareImage(blob, found.type)
    case 'audio':
    case 'video':
      return playable(blob, found.kind, found.type)
    case 'pdf': {
      // 0.5 MB that most desks never need.
      const { openPdf } = await lazyChunk(() => import('./openPdf.ts'))
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

/** Under the type its bytes have, never the one that was said: opened by itself a blob of it is a player, and no page. */
function playable(blob: Blob, kind: 'audio' | 'video', type: string): Content {
  const url = URL.createObjectURL(blob.slice(0, blob.size, type))
  return { kind, url, cost: blob.size, close: () => URL.revokeObjectURL(url) }
}

async function readText(blob: Blob) {
  const isCut = blob.size > longestText
  const bytes = new Uint8Array(await blob.slice(0, longestText).arrayBuffer())
  const text = decodeText(bytes, isCut)
  return { kind: 'text' as const, text, cost: text.length * 2, ...(isCut && { cutAt: longestText }) }
}

/** Side of the pixels kept at first: a screen's width, a quarter of a phone photo's memory. */
const firstSide = 2048
/** Pixels kept at most, 64 MB; beyond them a picture is enlarged. */
const mostPixels = 16 * 1024 * 1024
/** A file of few bytes may claim pixels without end; decoding takes four bytes for each. */
const mostDecoded = 128 * 1024 * 1024

/**
 * Decodes a picture off the main thread, upright and no larger than a screen needs; larger when it is zoomed. `type` is a
 * raster type of the table of file kinds. With it, nothing is taken for SVG, which loads and runs.
 */
async function prepareImage(blob: Blob, type: string): Promise<Content> {
  const picture = new Blob([blob], { type })
  const extent = await withElement(picture, extentOf)
  if (!extent) return notShown(type)
  if (extent.width * extent.height > mostDecoded) return { kind: 'noPreview', reason: 'large', cost: 0 }
  const canvas = document.createElement('canvas')
  const ratio = extent.width / extent.height
  const mostWidth = Math.min(extent.width, Math.sqrt(mostPixels * ratio))
  let width = Math.min(mostWidth, ratio > 1 ? firstSide : firstSide * ratio)
  const isWhole = await decode(picture, canvas, extent, width).then(
    () => true,
    () => false,
  )
  // `createImageBitmap` refuses a picture whose end is missing. An element shows the part that is there.
  const draw = isWhole ? decode : drawElement
  if (!isWhole && !(await drawElement(picture, canvas, extent, width))) return notShown(type)
  return {
    kind: 'image',
    extent,
    isCut: !isWhole,
    canvas,
    get cost() {
      return canvas.width * canvas.height * 4
    },
    async sharpen(deviceWidth) {
      if (width >= mostWidth || deviceWidth <= width * 1.1) return
      width = mostWidth
      // The smaller picture stays. It decoded once, so this fails only for want of memory.
      await draw(picture, canvas, extent, width).catch(() => {})
    },
  }
}

/** A picture that this browser can't show: of a format that it does not read, or damaged. */
function notShown(type: string): Content {
  if (formatOfType(type)?.view === 'drawn') return { kind: 'noPreview', reason: 'brokenImage', cost: 0 }
  const format = type.slice(type.indexOf('/') + 1).toUpperCase()
  return { kind: 'noPreview', reason: 'imageFormat', format, cost: 0 }
}

/** Draws the picture on the canvas in the given width. Throws if any part of it can't be decoded. */
async function decode(picture: Blob, canvas: HTMLCanvasElement, extent: Extent, width: number) {
  const isFull = width >= extent.width
  const bitmap = await createImageBitmap(
    picture,
    isFull ? {} : { resizeWidth: Math.round(width), resizeQuality: 'medium' },
  )
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  // Not a `bitmaprenderer`, which copies nothing: in Chromium it ignores the orientation in EXIF.
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
}

/** Draws as much of the picture as an image element shows. Returns whether it shows any. */
const drawElement = (picture: Blob, canvas: HTMLCanvasElement, extent: Extent, width: number) =>
  withElement(picture, image => {
    canvas.width = Math.round(width)
    canvas.height = Math.round((width * extent.height) / extent.width)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return true
  })

/** Width and height as the picture is shown. */
const extentOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Extent | undefined =>
  width > 0 ? { width, height } : undefined

/** Loads the picture into an image element and returns what `read` makes of it. Undefined if the browser can't load it. */
function withElement<T>(
  picture: Blob,
  read: (image: HTMLImageElement) => T | undefined,
): Promise<T | undefined> {
  const url = URL.createObjectURL(picture)
  const image = new Image()
  const loaded = new Promise<T | undefined>((resolve, reject) => {
    image.onload = () => {
      try {
        resolve(read(image))
      } catch (error) {
        reject(error)
      }
    }
    image.onerror = () => resolve(undefined)
  })
  image.src = url
  return loaded.finally(() => {
    image.src = ''
    URL.revokeObjectURL(url)
  })
}
