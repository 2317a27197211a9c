import { expect, type Page } from '@playwright/test'

/** A screen, or a state of it, and how to open it. `go` works in both languages. */
export type Visit = {
  state: string
  go: (page: Page) => Promise<void>
  /**
   * Set if an overlay is open whose anchor may be hidden after a resize. The screen is opened again for each window
   * size.
   */
  floats?: true
}

/** Waits for a heading. */
export const shows = (page: Page, level: 1 | 2, name: RegExp) =>
  expect(page.getByRole('heading', { level, name })).toBeVisible()

/**
 * Maximum number of screens per test. With it no test takes minutes on a busy machine, and tests can run in parallel.
 */
const walkedAtOnce = 8

/** Splits screens into parts. Each part has the name of its first screen. */
export const inParts = (screens: readonly Visit[]): { from: string; part: readonly Visit[] }[] =>
  Array.from({ length: Math.ceil(screens.length / walkedAtOnce) }, (_, at) => {
    const part = screens.slice(at * walkedAtOnce, (at + 1) * walkedAtOnce)
    return { from: part[0]?.state ?? '', part }
  })
