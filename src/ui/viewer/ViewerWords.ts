/** Sentences without anything in them. `fitShort` is on the button, `fit` and `fitWhole` say what it does next. */
type Plain =
  | ('tools' | 'files' | 'rotate' | 'smaller' | 'bigger' | 'fitShort' | 'fit' | 'fitWhole' | 'download')
  | ('previousFile' | 'nextFile' | 'pageFailed' | 'failed' | 'retry' | 'showSource' | 'emptyFile' | 'empty')

/** What the viewer says. `ui` has no texts of its own: the caller gives them in the reader's language. */
export type ViewerWords = Readonly<Record<Plain, string>> & {
  /** Scale as written between the zoom buttons; 1 is the size it was made in. */
  percent: (scale: number) => string
  /** Bytes for people. */
  size: (bytes: number) => string
  /** At the end of the strip: how many files, how much. */
  total: (count: number, bytes: number) => string
  loading: (name: string) => string
  page: (number: number, count: number) => string
  /** Below the last page shown of a PDF with more. */
  pagesCut: (shown: number) => string
  /** One sentence for whatever `load` rejected with. */
  problem: (error: unknown) => string
  /** Why a file that arrived is not shown, by the reason: a title and a sentence. `format`: of a picture, such as HEIC. */
  noPreview: (reason: NoPreviewReason, format?: string) => { title: string; text: string }
  /** Above a picture whose end is missing in the file. */
  pictureCut: string
  /** For a file on another host: a title, a sentence, and the link that leads there. */
  elsewhere: (host: string) => { title: string; text: string; open: string }
  /** Above a text of which only the beginning is shown; bytes. */
  textCut: (shown: number) => string
}

/**
 * `kind`: nothing we draw. `code`: HTML, SVG and XML, which never become a document of this page, but may be read as
 * text. `broken`: says it is a picture or PDF and is none. `imageFormat`: a picture of a format that this browser does not
 * read, such as HEIC. `large`: more pixels than a browser should hold. `locked`: a
 * PDF with a password. `unplayable`: sound or a film of a kind this browser has no player for, or a broken one.
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
