import { expect, type Page } from '@playwright/test'
import { advanceClocks, type Host } from './fixtures.ts'
import type { NodeHost } from './nodeHost.ts'
import { enterAs } from './signInAs.ts'

/** Class with faulty homework. */
export const faultClass = 9100

export const correctionText = (page: Page) => page.getByRole('textbox', { name: 'Feedback', exact: true })
export const pointsField = (page: Page) => page.getByRole('textbox', { name: 'Points', exact: true })
export const returnNextButton = (page: Page) => page.getByRole('button', { name: /^Return and next/ })
export const openPupilHeading = (page: Page) =>
  page.getByRole('region', { name: /^What .+ handed in$/ }).locator('h2[tabindex="-1"]')

export const undoReturnButton = (page: Page) => page.getByRole('button', { name: /^Undo: returned to / })

/** Advances the ten seconds after which a correction is sent. */
export async function passUndoTime(page: Page, host: Pick<Host, 'clock'>): Promise<void> {
  await expect(undoReturnButton(page)).toBeVisible()
  await advanceClocks(page.context(), host, 10_000)
}

/** The correction may still be in its undo time. */
export const correctedLink = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^${name}.*marked`) })

const deskPath = (courseId: number, homeworkId: number, userId?: number) =>
  `/classes/${courseId}/homework/${homeworkId}/submissions${userId === undefined ? '' : `/${userId}`}`

async function expectDesk(page: Page): Promise<void> {
  await expect(openPupilHeading(page)).toBeVisible()
  await expect(correctionText(page)).toBeEditable()
}

export async function openDesk(
  page: Page,
  courseId: number,
  homeworkId: number,
  userId?: number,
): Promise<void> {
  await page.goto(deskPath(courseId, homeworkId, userId))
  await expectDesk(page)
}

export async function enterAtDesk(
  page: Page,
  courseId: number,
  homeworkId: number,
  userId?: number,
): Promise<void> {
  await enterAs(page, 'albrecht', deskPath(courseId, homeworkId, userId))
  await expectDesk(page)
}

export async function openPupil(page: Page, name: string): Promise<void> {
  await page
    .getByRole('complementary', { name: 'Pupils' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await expect(openPupilHeading(page)).toHaveText(name)
  await expect(correctionText(page)).toBeEditable()
  await expect(correctionText(page)).toHaveValue('')
}

export const expectDraftSaved = (page: Page) =>
  expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible()

/** `corrections` counts how often it was written. */
export type StoredCorrection = {
  user_id: number
  name: string
  corrections: number
  teacher_correction: string | null
  points: number | null
}

export const readStoredCorrections = (node: NodeHost, homeworkId: number): StoredCorrection[] =>
  node.withSchool(database =>
    database
      .prepare(
        `select s.user_id, u.name, s.corrections, s.teacher_correction, s.points
           from submissions s join users u on u.id = s.user_id where s.todo_id = ? order by s.user_id`,
      )
      .all(homeworkId)
      .map(row => ({
        user_id: Number(row.user_id),
        name: String(row.name),
        corrections: Number(row.corrections),
        teacher_correction: row.teacher_correction === null ? null : String(row.teacher_correction),
        points: row.points === null ? null : Number(row.points),
      })),
  )

export const readStoredCorrection = (
  node: NodeHost,
  homeworkId: number,
  name: string,
): StoredCorrection | undefined =>
  readStoredCorrections(node, homeworkId).find(stored => stored.name === name)

export async function expectStoredOnce(
  node: NodeHost,
  homeworkId: number,
  name: string,
  correction: { text: string; points?: number | null },
): Promise<void> {
  const expected = { text: correction.text, points: correction.points ?? null, corrections: 1 }
  await expect
    .poll(() => {
      const stored = readStoredCorrection(node, homeworkId, name)
      return (
        stored && { text: stored.teacher_correction, points: stored.points, corrections: stored.corrections }
      )
    }, `the correction of ${name} at the service`)
    .toEqual(expected)
}
