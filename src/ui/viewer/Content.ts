import type { Messages } from '../../i18n/Messages.ts'

/**
 * `code`: HTML, SVG or XML, which appears as text only. `imageFormat`: can't be read by this browser, such as HEIC.
 * `large`: too many pixels. `locked`: a PDF with a password. `unplayable`: can't be played by this browser.
 */
export type NoPreviewReason = keyof Messages['viewer']['noPreview']

/** Width and height in CSS pixels at 100 %. */
export type Extent = { width: number; height: number }

/** `cost`: approximate memory in bytes. */
export type Content = { cost: number; close?: () => void } & (
  | ImageContent
  | PdfContent
  | MediaContent
  | { kind: 'text'; text: string; truncatedAt?: number }
  | { kind: 'noPreview'; reason: NoPreviewReason; source?: string; format?: string }
)

/** `url` is an object URL that `close` revokes. */
export type MediaContent = { kind: 'audio' | 'video'; url: string }

/** Rotated as its EXIF data requires. */
export type ImageContent = {
  kind: 'image'
  extent: Extent
  /** Whether the end of the file is missing. */
  isTruncated: boolean
  /** Always the same element, so that it is painted at once when shown again. */
  canvas: HTMLCanvasElement
  /** Decodes again if the image appears wider than its pixels. `deviceWidth` in device pixels. */
  sharpen: (deviceWidth: number) => Promise<void>
}

export type PdfContent = {
  kind: 'pdf'
  pageCount: number
  /** Size of the first page, assumed for the other pages until they are loaded. */
  firstPage: Extent
  preview?: HTMLCanvasElement
  getPage: (index: number) => Promise<PdfPage>
  /** Returns a PDF with these pages. Rejects if the file is too damaged, or if the PDF would look different. */
  cutOut: (indexes: readonly number[]) => Promise<Blob>
}

export type PdfPage = {
  extent: Extent
  /** `scale`: device pixels per CSS pixel at 100 %. `rotation` in degrees clockwise. */
  draw: (options: { scale: number; rotation: number; signal: AbortSignal }) => Promise<HTMLCanvasElement>
}

/**
 * Type and size (in bytes) as in a list; the viewer determines the real type. A file with an `externalAddress` is on
 * another host, so the viewer shows a link and does not load it.
 */
export type PreviewFile = {
  id: number
  name: string
  type: string
  size: number
  externalAddress: { href: string; host: string } | undefined
}
