import { expect, type Page } from '@playwright/test'
import { type Host, pass } from './fixtures.ts'
import type { NodeHost } from './nodeHost.ts'
import { enterAs } from './signInAs.ts'

/** ID of the class that has homework with faults (src/testing/faults/faults.json). */
export const faultClass = 9100

export const correctionText = (page: Page) => page.getByRole('textbox', { name: 'Feedback', exact: true })
export const pointsField = (page: Page) => page.getByRole('textbox', { name: 'Points', exact: true })
export const returnNext = (page: Page) => page.getByRole('button', { name: /^Return and next/ })
/** Heading with the name of the open pupil. */
export const pupilOpen = (page: Page) =>
  page.getByRole('region', { name: /^What .+ handed in$/ }).locator('h2[tabindex="-1"]')

/** The button that undoes the last "Return and next". */
export const undoReturn = (page: Page) => page.getByRole('button', { name: /^Undo: returned to / })

/** Lets the ten seconds pass in which "Return and next" can be undone. Then the correction is sent. */
export async function passUndoTime(page: Page, host: Pick<Host, 'clock'>): Promise<void> {
  await expect(undoReturn(page)).toBeVisible()
  await pass(page.context(), host, 10_000)
}

/** Link to a pupil whose submission is shown as marked. The correction may still be in its undo time. */
export const correctedLink = (page: Page, name: string) =>
  page.getByRole('link', { name: new RegExp(`^${name}.*marked`) })

const deskPath = (courseId: number, homeworkId: number, userId?: number) =>
  `/classes/${courseId}/homework/${homeworkId}/submissions${userId === undefined ? '' : `/${userId}`}`

async function expectDesk(page: Page): Promise<void> {
  await expect(pupilOpen(page)).toBeVisible()
  await expect(correctionText(page)).toBeEditable()
}

/** Opens the desk by its address and waits for a pupil. */
export async function openDesk(
  page: Page,
  courseId: number,
  homeworkId: number,
  userId?: number,
): Promise<void> {
  await page.goto(deskPath(courseId, homeworkId, userId))
  await expectDesk(page)
}

/** Signs in as the teacher Albrecht at the desk, with one page load, and waits for a pupil. */
export async function enterAtDesk(
  page: Page,
  courseId: number,
  homeworkId: number,
  userId?: number,
): Promise<void> {
  await enterAs(page, 'albrecht', deskPath(courseId, homeworkId, userId))
  await expectDesk(page)
}

/** Opens a pupil without a correction from the list of pupils. */
export async function openPupil(page: Page, name: string): Promise<void> {
  await page
    .getByRole('complementary', { name: 'Pupils' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await expect(pupilOpen(page)).toHaveText(name)
  await expect(correctionText(page)).toBeEditable()
  await expect(correctionText(page)).toHaveValue('')
}

/** Waits until the panel shows that the draft is saved. */
export const draftSaved = (page: Page) => expect(page.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible()

/** Correction as stored by the service. `corrections` counts how often it was written. */
export type Held = {
  user_id: number
  name: string
  corrections: number
  teacher_correction: string | null
  points: number | null
}

export const heldAt = (node: NodeHost, homeworkId: number): Held[] =>
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

export const heldOf = (node: NodeHost, homeworkId: number, name: string): Held | undefined =>
  heldAt(node, homeworkId).find(held => held.name === name)

/** Waits until the correction of a pupil is stored as given, and was written exactly once. */
export async function expectHeldOnce(
  node: NodeHost,
  homeworkId: number,
  name: string,
  correction: { text: string; points?: number | null },
): Promise<void> {
  const expected = { text: correction.text, points: correction.points ?? null, corrections: 1 }
  await expect
    .poll(() => {
      const held = heldOf(node, homeworkId, name)
      return held && { text: held.teacher_correction, points: held.points, corrections: held.corrections }
    }, `the correction of ${name} at the service`)
    .toEqual(expected)
}
