import { expect, type Page } from '@playwright/test'
import { advanceClocksUntil } from '../support/advanceClocksUntil.ts'
import {
  correctionText,
  enterAtDesk,
  expectDraftSaved,
  faultClass,
  openDesk,
  openPupil,
  openPupilHeading,
  readStoredCorrection,
} from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { statusErrors } from '../support/guard.ts'
import { continueHereButton, openIsolatedTab, readOnlyText } from '../support/isolatedTab.ts'
import type { NodeHost } from '../support/nodeHost.ts'
import { enterAs } from '../support/signInAs.ts'

// Controls of the correction desk in unusual states.

const panel = (page: Page) => page.getByRole('complementary', { name: 'Feedback' })
const desk = '/classes/1/homework/1/submissions'

test('correction desk with no pupil to correct', async ({ page, node }) => {
  test.setTimeout(240_000)
  const unknownPupil = `${desk}/9999`

  await test.step('an unknown pupil has links elsewhere', async () => {
    await enterAs(page, 'albrecht', unknownPupil)
    await expect(page.getByText('This pupil is not in the list')).toBeVisible()
    await page.getByRole('link', { name: /^Continue with / }).click()
    await expect(openPupilHeading(page)).toBeVisible()
    await page.setViewportSize({ width: 900, height: 800 })
    await page.goto(unknownPupil)
    const list = page.getByRole('dialog', { name: 'Pupils' })
    await page.getByRole('button', { name: 'Choose a pupil' }).click()
    await list.getByRole('link', { name: /^Aiko Tanaka/ }).click()
    await expect(openPupilHeading(page)).toHaveText('Aiko Tanaka')
    await page.getByRole('button', { name: 'Choose a pupil' }).click()
    await list.getByRole('button', { name: 'Close' }).click()
    await expect(list).toHaveCount(0)
    await page.goto(unknownPupil)
    await page.getByRole('link', { name: 'Other homework' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('a fully marked class links to the overview', async () => {
    await node.changeSchool(database =>
      database.exec(
        `update submissions set teacher_correction = 'Right.', corrected_at = '2026-11-18 09:00:00',
           corrected_by_user_id = 1 where todo_id = 1 and submitted_at is not null`,
      ),
    )
    await page.goto(desk)
    await expect(page.getByText('All marked')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Overview' }).click()
    await expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible()
  })

  await test.step('homework without hand-ins links to task and form', async () => {
    const setHandIns = (handIns: 0 | 1) =>
      node.changeSchool(database =>
        database.exec(
          `update homeworks set is_submissionable = ${handIns} where id = 1;
           delete from submissions where todo_id = 1`,
        ),
      )
    await setHandIns(0)
    await page.goto(desk)
    await page.getByRole('link', { name: 'Change homework' }).click()
    await expect(page.getByRole('dialog', { name: 'Change homework' })).toBeVisible()
    await page.goto(desk)
    await page.getByRole('link', { name: 'Open the task' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Change' }).click()
    await expect(page.getByRole('dialog', { name: 'Change homework' })).toBeVisible()
    await setHandIns(1)
    for (const link of ['Go to marking', 'Mark']) {
      await page.goto('/classes/1/homework/1')
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect(page.getByRole('complementary', { name: 'Pupils' })).toBeVisible()
    }
  })
})

const correctElsewhere = (node: NodeHost, userId: number, text: string, minute: string) =>
  node.changeSchool(database =>
    database
      .prepare(
        `update submissions set teacher_correction = ?, corrected_at = ?, corrected_by_user_id = 2
           where todo_id = 1 and user_id = ?`,
      )
      .run(text, `2026-11-18 09:${minute}:00`, userId),
  )

test('correction desk: long comment, conflict, new hand-in', async ({ page, node }) => {
  test.setTimeout(240_000)
  await node.changeSchool(database =>
    database
      .prepare('update submissions set comment = ? where todo_id = 1 and user_id = 14')
      .run('I did it twice. '.repeat(60)),
  )
  await enterAtDesk(page, 1, 1, 14)

  await test.step('a long comment expands and collapses', async () => {
    const quote = page.getByRole('blockquote', { name: /^Comment of/ })
    await page.getByRole('button', { name: 'Show the whole comment' }).click()
    await expect(quote).toHaveAttribute('data-cut', 'false')
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect(quote).toHaveAttribute('data-cut', 'true')
  })

  await test.step('the own version is edited, set aside and discarded', async () => {
    await correctionText(page).fill('Mine.')
    await expectDraftSaved(page)
    await correctElsewhere(node, 14, 'Theirs.', '05')
    await page.reload()
    await panel(page).getByRole('button', { name: 'Edit mine first' }).click()
    await expect(correctionText(page)).toHaveValue('Mine.')
    await correctElsewhere(node, 14, 'Theirs, again.', '06')
    await page.reload()
    await panel(page).getByRole('button', { name: 'Keep theirs' }).click()
    await panel(page).getByRole('button', { name: 'Continue with it' }).click()
    await expect(correctionText(page)).toHaveValue('Mine.')
    await panel(page).getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(panel(page).getByText('Theirs, again.')).toBeVisible()
    await expect(panel(page).getByText('Mine.')).toHaveCount(0)
    expect(readStoredCorrection(node, 1, 'Aiko Tanaka')?.teacher_correction).toBe('Theirs, again.')
  })

  await test.step('the own version set aside is discarded', async () => {
    await openPupil(page, 'Emil Lehmann')
    await correctionText(page).fill('Mine.')
    await expectDraftSaved(page)
    await correctElsewhere(node, 15, 'Theirs.', '05')
    await page.reload()
    await panel(page).getByRole('button', { name: 'Keep theirs' }).click()
    await panel(page).getByRole('button', { name: 'Discard' }).click()
    await expect(panel(page).getByText('Mine.')).toHaveCount(0)
    await page.reload()
    await expect(panel(page).getByText('Theirs.')).toBeVisible()
    await expect(panel(page).getByText('Mine.')).toHaveCount(0)
  })

  await test.step('a new hand-in is announced, and corrected anyway', async () => {
    await openPupil(page, 'Deniz Arslan')
    await correctionText(page).fill('Right.')
    await expectDraftSaved(page)
    const handIn = (comment: string, minute: string) =>
      node.changeSchool(database =>
        database
          .prepare('update submissions set comment = ?, submitted_at = ? where todo_id = 1 and user_id = 16')
          .run(comment, `2026-11-18 09:${minute}:00`),
      )
    await handIn('Now with number 5.', '05')
    await page.reload()
    await panel(page).getByRole('button', { name: 'I have seen it' }).click()
    await expect(panel(page).getByRole('button', { name: 'I have seen it' })).toHaveCount(0)
    await handIn('And number 6.', '06')
    await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
    await panel(page).getByRole('button', { name: 'Return mine' }).click()
    await expect.poll(() => readStoredCorrection(node, 1, 'Deniz Arslan')?.teacher_correction).toBe('Right.')
  })
})

test('correction draft in two tabs', async ({ page, context }) => {
  test.setTimeout(240_000)
  await enterAtDesk(page, 1, 1, 14)

  await test.step('a draft continues in the other tab', async () => {
    const other = await context.newPage()
    await openDesk(other, 1, 1, 14)
    await correctionText(page).pressSequentially('Half a sen')
    await expect(readOnlyText(other, 'Half a sen')).toBeVisible()
    await expect(correctionText(other)).toHaveCount(0)
    await continueHereButton(other).click()
    await expect(correctionText(other)).toHaveValue('Half a sen')
    await expect(correctionText(other)).toBeFocused()
    await other.keyboard.type('tence')
    await expect(readOnlyText(page, 'Half a sentence')).toBeVisible()
    await other.close()
  })

  const isolated = await openIsolatedTab(context)
  await openDesk(isolated, 1, 1, 14)
  const versions = [
    { pupil: 'Emil Lehmann', version: 'of this tab', text: 'There.' },
    { pupil: 'Deniz Arslan', version: 'of the other tab', text: 'Here.' },
  ]
  for (const { pupil, version, text } of versions) {
    await test.step(`the version ${version} can be kept`, async () => {
      await openPupil(isolated, pupil)
      await openPupil(page, pupil)
      await correctionText(page).fill('Here.')
      await expectDraftSaved(page)
      await correctionText(isolated).fill('There.')
      await expect(readOnlyText(isolated, 'There.')).toBeVisible()
      await panel(isolated)
        .getByRole('button', { name: text === 'There.' ? 'Restore' : 'Discard' })
        .click()
      await expect(readOnlyText(isolated, 'There.')).toHaveCount(0)
      if (text === 'Here.') await continueHereButton(isolated).click()
      await expect(correctionText(isolated)).toHaveValue(text)
    })
  }
})

test.describe('at a service that refuses corrections', () => {
  test.use({ faults: true })

  test('refused correction: retry, back to draft, discard', async ({ page, context, host, guard }) => {
    guard.allow(statusErrors(422))
    await enterAtDesk(page, faultClass, 109)
    const first = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill('Refused.')
    await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
    await expect(panel(page).getByText(/^Not returned: /)).toBeVisible()
    const refused = page.waitForResponse(response => response.status() === 422)
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await refused
    await expect(panel(page).getByText(/^Not returned: /)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Back to draft' }).click()
    await expect(correctionText(page)).toHaveValue('Refused.')
    await expectDraftSaved(page)
    await page.getByRole('button', { name: 'Next pupil' }).click()
    await expect(openPupilHeading(page)).not.toHaveText(first)
    await page.getByRole('button', { name: /^Return all drafts/ }).click()
    await advanceClocks(context, host, 11_000)
    const again = page.getByRole('button', { name: 'Retry those that failed (1)' })
    await advanceClocksUntil(context, host, () => again.isVisible())
    const once = page.waitForResponse(response => response.status() === 422)
    await again.click()
    await once
    await expect(again).toBeVisible()
    await page.getByRole('button', { name: '1 needs your attention' }).filter({ visible: true }).click()
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    const twice = page.waitForResponse(response => response.status() === 422)
    await list.getByRole('button', { name: /^Send again: Feedback for / }).click()
    await twice
    await list.getByRole('button', { name: /^Discard: Feedback for / }).click()
    await expect(list.getByText('Everything has been sent.')).toBeVisible()
    await list.getByRole('button', { name: 'Close' }).click()
    await expect(list).toHaveCount(0)
  })
})
