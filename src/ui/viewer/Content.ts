import type { NoPreviewReason } from './ViewerWords.ts'

/** Width and height in CSS pixels at 100 %. */
export type Extent = { width: number; height: number }

/** What a file became once its bytes were read. `cost`: bytes of memory it holds, roughly. */
export type Content = { cost: number; close?: () => void } & (
  | ImageContent
  | PdfContent
  | MediaContent
  | { kind: 'text'; text: string; cutAt?: number }
  | { kind: 'noPreview'; reason: NoPreviewReason; source?: string; format?: string }
)

/** Sound or moving pictures, played by the browser's own player. `url`: of a blob, revoked by `close`. */
export type MediaContent = { kind: 'audio' | 'video'; url: string }

/** A decoded picture, upright as its EXIF says. */
export type ImageContent = {
  kind: 'image'
  extent: Extent
  /** Whether the end of the file is missing, so that only its beginning is drawn. */
  isCut: boolean
  /** Holds the pixels; the same element every time, so that showing it again paints at once. */
  canvas: HTMLCanvasElement
  /** Decodes again where the picture is shown wider than its pixels, in device pixels; does nothing otherwise. */
  sharpen: (deviceWidth: number) => Promise<void>
}

export type PdfContent = {
  kind: 'pdf'
  pageCount: number
  /** Of the first page; the others are taken to be alike until they are asked for. */
  firstPage: Extent
  /** The first page drawn for a screen's width, so that it is there with the first paint. */
  preview?: HTMLCanvasElement
  page: (index: number) => Promise<PdfPage>
}

export type PdfPage = {
  extent: Extent
  /** A new canvas with the page. `scale`: device pixels for each CSS pixel at 100 %; `turn` in degrees clockwise. */
  draw: (options: { scale: number; turn: number; signal: AbortSignal }) => Promise<HTMLCanvasElement>
}

/**
 * A file as the caller's list knows it; what it really is, its bytes say once they are here. `size` in bytes. `elsewhere`:
 * it lies on another host, and is a link there instead of being loaded.
 */
export type PreviewFile = {
  id: number
  name: string
  type: string
  size: number
  elsewhere?: { href: string; host: string } | undefined
}
