import type { ReactNode } from 'react'
import type { PageView } from '../marks/pagePoint.ts'

/** Parts that a screen adds to images and PDF pages, e.g. a pen. */
export type ViewerOverlay = {
  /** Replaces the toolbar with the name of the file. On phones only in full screen. */
  toolbar: ReactNode
  /** On phones, a button in the usual toolbar that opens full screen. */
  openButton: ReactNode
  /** Above the page in full screen. */
  header: ReactNode
  /** Between the page and the names of the files. */
  status: ReactNode
  renderPage: (page: PageView, pageCount: number) => ReactNode
  /** Whether a tool receives the pointer and the keys of the overlay. */
  isActive: boolean
  /** On phones, whether the page and its tools fill the window. */
  isFullScreen: boolean
}
