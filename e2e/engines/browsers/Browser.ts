/** In CSS pixels from the upper left corner of the window. */
export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
export type Key = 'Enter' | 'Escape' | 'Backspace' | 'End' | 'ArrowDown' | Chord
type Chord = 'Control+a' | 'Control+c' | 'Control+v'

export type Cookie = { name: string; value: string; url: string }

/** One window of a browser. Input passes through the browser, as from a mouse and a keyboard. */
export type BrowserWindow = {
  open: (url: string) => Promise<void>
  /** Evaluates an expression in the page, which must result in text. */
  evaluate: (expression: string) => Promise<string>
  click: (at: Point) => Promise<void>
  /** Presses the button at the first point, moves to the others and releases it. */
  drag: (points: readonly Point[]) => Promise<void>
  type: (text: string) => Promise<void>
  press: (key: Key) => Promise<void>
  /** Chooses files in the input that the expression results in. */
  setFiles: (expression: string, paths: readonly string[]) => Promise<void>
  /** The page of the cookie must be open. */
  setCookie: (cookie: Cookie) => Promise<void>
  /** As PNG. */
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

export type Browser = {
  openWindow: (size: Size) => Promise<BrowserWindow>
  close: () => Promise<void>
}

export type BrowserOptions = {
  isDark: boolean
  /** Folder for the profile and other files of the browser. The caller deletes it. */
  directory: string
  /** The browser saves downloads here without a question. */
  downloads: string
}

/** A browser that may be installed. */
export type Engine = {
  name: string
  /** Debian packages that contain it. */
  packages: string
  isInstalled: () => boolean
  start: (options: BrowserOptions) => Promise<Browser>
}

/** Not the time zone of the school: every screen must show the times of Berlin. */
export const timeZone = 'America/New_York'
