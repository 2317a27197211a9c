import { createFinder, type Finder } from './finder.ts'
import { findProblems } from './problems.ts'
import { setSchoolDate } from './schoolDate.ts'

declare global {
  interface Window {
    /** Ms that the school's clock is ahead of the real one. Set by `pages.ts`. */
    schoolAhead?: number
    pageTools?: PageTools
  }
}

export type PageTools = Finder & {
  /** Returns errors since the last call. */
  takeProblems: () => string[]
}

setSchoolDate(window.schoolAhead ?? 0)
window.pageTools = { ...createFinder(), takeProblems: findProblems() }
