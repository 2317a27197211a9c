import { expect, type Page } from '@playwright/test'

/** `go` works in both languages. */
export type Visit = {
  state: string
  go: (page: Page) => Promise<void>
  /** Open overlay whose anchor a resize may hide. The screen is opened again for each window size. */
  floats?: true
}

export const expectHeading = (page: Page, level: 1 | 2, name: RegExp) =>
  expect(page.getByRole('heading', { level, name })).toBeVisible()

/** Keeps tests short and parallel. */
const maxScreensPerTest = 8

/** Each part has the name of its first screen. */
export const splitIntoParts = (screens: readonly Visit[]): { from: string; part: readonly Visit[] }[] =>
  Array.from({ length: Math.ceil(screens.length / maxScreensPerTest) }, (_, at) => {
    const part = screens.slice(at * maxScreensPerTest, (at + 1) * maxScreensPerTest)
    return { from: part[0]?.state ?? '', part }
  })
