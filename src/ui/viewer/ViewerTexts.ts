/** `fitShort` is the text of the fit button; `fit` and `fitWhole` describe its next action. */
type PlainTextKey =
  | (
      | 'tools'
      | 'files'
      | 'rotate'
      | 'smaller'
      | 'smallest'
      | 'bigger'
      | 'biggest'
      | 'fitShort'
      | 'fit'
      | 'fitWhole'
      | 'download'
    )
  | ('previousFile' | 'nextFile' | 'pageFailed' | 'failed' | 'retry' | 'showSource' | 'emptyFile' | 'empty')

export type ViewerTexts = Readonly<Record<PlainTextKey, string>> & {
  /** A scale of 1 is 100 %. */
  percent: (scale: number) => string
  size: (bytes: number) => string
  total: (count: number, bytes: number) => string
  loading: (name: string) => string
  page: (number: number, count: number) => string
  /** Below the last shown page of a longer PDF. */
  pagesCut: (shownPages: number) => string
  problem: (error: unknown) => string
  /** `format`: of an image, such as HEIC. */
  noPreview: (reason: NoPreviewReason, format?: string) => { title: string; text: string }
  pictureCut: string
  elsewhere: (host: string) => { title: string; text: string; open: string }
  /** Above a truncated text. */
  textCut: (shownBytes: number) => string
}

/**
 * `code`: HTML, SVG or XML, which appears as text only. `imageFormat`: can't be read by this browser, such as HEIC.
 * `large`: too many pixels. `locked`: a PDF with a password. `unplayable`: can't be played by this browser.
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
