import { expect, type Page } from '@playwright/test'
import { settled } from '../../scripts/settled.ts'

/** A screen or a state of one, and how a person gets there. Words in both languages. */
export type Visit = {
  state: string
  go: (page: Page) => Promise<void>
  /** It floats beside what may be out of sight once the window is another: gone to anew for each size. */
  floats?: true
}

/** Its heading is there. */
export const shows = (page: Page, level: 1 | 2, name: RegExp) =>
  expect(page.getByRole('heading', { level, name })).toBeVisible()

/** A form beside what it is about, with what it was filled in with. */
export const drawer =
  (path: string, title: RegExp): Visit['go'] =>
  async page => {
    await page.goto(path)
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog.getByRole('textbox').first()).toBeVisible()
    await settled(page)
  }

/** So many are walked in one test: none takes minutes on a busy machine, and a free one takes several at once. */
const walkedAtOnce = 8

/** The screens in parts, each named after its first. */
export const inParts = (screens: readonly Visit[]): { from: string; part: readonly Visit[] }[] =>
  Array.from({ length: Math.ceil(screens.length / walkedAtOnce) }, (_, at) => {
    const part = screens.slice(at * walkedAtOnce, (at + 1) * walkedAtOnce)
    return { from: part[0]?.state ?? '', part }
  })
