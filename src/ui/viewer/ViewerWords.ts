/** What the viewer says. `ui` has no texts of its own: the caller gives them in the reader's language. */
export type ViewerWords = {
  /** Names the toolbar and the strip of files. */
  tools: string
  files: string
  rotate: string
  smaller: string
  bigger: string
  /** On the button; the two after it say what it does next. */
  fitShort: string
  fit: string
  fitWhole: string
  download: string
  previousFile: string
  nextFile: string
  /** Scale as written between the zoom buttons; 1 is the size it was made in. */
  percent: (scale: number) => string
  /** Bytes for people. */
  size: (bytes: number) => string
  /** At the end of the strip: how many files, how much. */
  total: (count: number, bytes: number) => string
  loading: (name: string) => string
  page: (number: number, count: number) => string
  pageFailed: string
  /** Below the last page shown of a PDF with more. */
  pagesCut: (shown: number) => string
  failed: string
  retry: string
  /** One sentence for whatever `load` rejected with. */
  problem: (error: unknown) => string
  /** Why a file that arrived is not shown, by the reason: a title and a sentence. */
  noPreview: (reason: NoPreviewReason) => { title: string; text: string }
  showSource: string
  /** For a file on another host: a title, a sentence, and the link that leads there. */
  elsewhere: (host: string) => { title: string; text: string; open: string }
  /** Above a text of which only the beginning is shown; bytes. */
  textCut: (shown: number) => string
  /** Shown of a text without a character. */
  emptyFile: string
  /** Where there is no file at all. */
  empty: string
}

/**
 * `kind`: nothing we draw. `code`: HTML, SVG and XML, which never become a document of this page, but may be read as
 * text. `broken`: says it is a picture or PDF and is none. `large`: more pixels than a browser should hold. `locked`: a
 * PDF with a password. `unplayable`: sound or a film of a kind this browser has no player for, or a broken one.
 */
export type NoPreviewReason =
  | 'kind'
  | 'code'
  | 'brokenImage'
  | 'brokenPdf'
  | 'large'
  | 'locked'
  | 'unplayable'
