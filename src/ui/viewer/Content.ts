import type { NoPreviewReason } from './ViewerTexts.ts'

/** Width and height in CSS pixels at 100 %. */
export type Extent = { width: number; height: number }

/** Content of a file, ready to be shown. `cost`: approximate memory in bytes. */
export type Content = { cost: number; close?: () => void } & (
  | ImageContent
  | PdfContent
  | MediaContent
  | { kind: 'text'; text: string; truncatedAt?: number }
  | { kind: 'noPreview'; reason: NoPreviewReason; source?: string; format?: string }
)

/** Audio or video for the browser's own player. `url` is an object URL that `close` revokes. */
export type MediaContent = { kind: 'audio' | 'video'; url: string }

/** A decoded image, rotated as its EXIF data requires. */
export type ImageContent = {
  kind: 'image'
  extent: Extent
  /** Whether the end of the file is missing. */
  isTruncated: boolean
  /** Always the same element, so that it is painted at once when shown again. */
  canvas: HTMLCanvasElement
  /** Decodes again if the image is shown wider than its pixels. `deviceWidth` in device pixels. */
  sharpen: (deviceWidth: number) => Promise<void>
}

export type PdfContent = {
  kind: 'pdf'
  pageCount: number
  /** Size of the first page, assumed for the other pages until they are loaded. */
  firstPage: Extent
  /** The first page, for the first paint. */
  preview?: HTMLCanvasElement
  getPage: (index: number) => Promise<PdfPage>
}

export type PdfPage = {
  extent: Extent
  /** Returns a new canvas with the page. `scale`: device pixels per CSS pixel at 100 %. `rotation` in degrees clockwise. */
  draw: (options: { scale: number; rotation: number; signal: AbortSignal }) => Promise<HTMLCanvasElement>
}

/**
 * A file as a list describes it. The viewer determines the real type from the bytes. `size` in bytes.
 * `externalAddress`: the file is on another host; the viewer shows a link and does not load it.
 */
export type PreviewFile = {
  id: number
  name: string
  type: string
  size: number
  externalAddress: { href: string; host: string } | undefined
}
