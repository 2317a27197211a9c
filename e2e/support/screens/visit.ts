import { expect, type Page } from '@playwright/test'

/** A screen or one of its states. `go` works in both languages. */
export type Visit = {
  state: string
  go: (page: Page) => Promise<void>
  /** An overlay is open whose anchor a resize may hide, so the screen is opened for each window size. */
  floats?: true
}

export const expectHeading = (page: Page, level: 1 | 2, name: RegExp) =>
  expect(page.getByRole('heading', { level, name })).toBeVisible()

/** So that no test takes minutes, and tests run in parallel. */
const maxScreensPerTest = 8

/** Each part has the name of its first screen. */
export const splitIntoParts = (screens: readonly Visit[]): { from: string; part: readonly Visit[] }[] =>
  Array.from({ length: Math.ceil(screens.length / maxScreensPerTest) }, (_, at) => {
    const part = screens.slice(at * maxScreensPerTest, (at + 1) * maxScreensPerTest)
    return { from: part[0]?.state ?? '', part }
  })
