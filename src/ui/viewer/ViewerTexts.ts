/** `fitShort` is the text of the fit button; `fit` and `fitWhole` describe its next action. */
type PlainTextKey =
  | ('tools' | 'files' | 'rotate' | 'smaller' | 'bigger' | 'fitShort' | 'fit' | 'fitWhole' | 'download')
  | ('previousFile' | 'nextFile' | 'pageFailed' | 'failed' | 'retry' | 'showSource' | 'emptyFile' | 'empty')

/** Texts of the viewer in the user's language. */
export type ViewerTexts = Readonly<Record<PlainTextKey, string>> & {
  /** A scale of 1 is 100 %. */
  percent: (scale: number) => string
  size: (bytes: number) => string
  total: (count: number, bytes: number) => string
  loading: (name: string) => string
  page: (number: number, count: number) => string
  /** Below the last shown page of a longer PDF. */
  pagesCut: (shown: number) => string
  /** Returns a sentence for any error of `load`. */
  problem: (error: unknown) => string
  /** `format`: of an image, such as HEIC. */
  noPreview: (reason: NoPreviewReason, format?: string) => { title: string; text: string }
  /** Above an image whose end is missing in the file. */
  pictureCut: string
  /** For a file on another host. */
  elsewhere: (host: string) => { title: string; text: string; open: string }
  /** Above a truncated text. `shown` in bytes. */
  textCut: (shown: number) => string
}

/**
 * `kind`: no preview for this type. `code`: HTML, SVG or XML, which may be read as text but never becomes a document of
 * this page. `brokenImage`, `brokenPdf`: claims to be one but can't be read. `imageFormat`: an image format that this
 * browser can't read, such as HEIC. `large`: too many pixels. `locked`: a PDF with a password. `unplayable`: audio or
 * video that this browser can't play.
 */
export type NoPreviewReason =
  | 'kind'
  | 'code'
  | 'brokenImage'
  | 'imageFormat'
  | 'brokenPdf'
  | 'large'
  | 'locked'
  | 'unplayable'
