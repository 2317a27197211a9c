import { expect, type Page } from '@playwright/test'
import { goOn, openDeafTab, textToRead } from './deafTab.ts'
import { correctionText, draftSaved, faultClass, heldOf, openDesk, pupilOpen } from './desk.ts'
import { pass, test } from './fixtures.ts'
import { statusLines } from './guard.ts'
import { passUntil } from './passUntil.ts'
import { enterAs } from './signInAs.ts'

// The correction desk where things go otherwise than planned, each control used for what it is there for.

const panel = (page: Page) => page.getByRole('complementary', { name: 'Feedback' })

test('without a pupil the desk leads on: to the next, to all of them, to other homework', async ({
  page,
}) => {
  const nobody = '/classes/1/homework/1/submissions/9999'
  await enterAs(page, 'albrecht', nobody)
  await expect(page.getByText('This pupil is not in the list')).toBeVisible()
  await page.getByRole('link', { name: /^Continue with / }).click()
  await expect(pupilOpen(page)).toBeVisible()
  await page.setViewportSize({ width: 900, height: 800 })
  await page.goto(nobody)
  const list = page.getByRole('dialog', { name: 'Pupils' })
  await page.getByRole('button', { name: 'Choose a pupil' }).click()
  await list.getByRole('link', { name: /^Aiko Tanaka/ }).click()
  await expect(pupilOpen(page)).toHaveText('Aiko Tanaka')
  await page.getByRole('button', { name: 'Choose a pupil' }).click()
  await list.getByRole('button', { name: 'Close' }).click()
  await expect(list).toHaveCount(0)
  await page.goto(nobody)
  await page.getByRole('link', { name: 'Other homework' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible()
})

test('where all is corrected the desk leads to the overview', async ({ page, node }) => {
  node.withSchool(database =>
    database.exec(
      `update submissions set teacher_correction = 'Right.', corrected_at = '2026-11-18 09:00:00',
         corrected_by_user_id = 1 where todo_id = 1 and submitted_at is not null`,
    ),
  )
  await enterAs(page, 'albrecht', '/classes/1/homework/1/submissions')
  await expect(page.getByText('All marked')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('region', { name: 'In numbers' })).toBeVisible()
})

test('a long comment is shown whole, and short again', async ({ page, node }) => {
  node.withSchool(database =>
    database
      .prepare('update submissions set comment = ? where todo_id = 1 and user_id = 14')
      .run('I did it twice. '.repeat(60)),
  )
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  const quote = page.getByRole('blockquote', { name: /^Comment of/ })
  await page.getByRole('button', { name: 'Show the whole comment' }).click()
  await expect(quote).toHaveAttribute('data-cut', 'false')
  await page.getByRole('button', { name: 'Show less' }).click()
  await expect(quote).toHaveAttribute('data-cut', 'true')
})

test('homework that is not handed in leads to its task and to its form, and back to the desk', async ({
  page,
  node,
}) => {
  const take = (handIns: 0 | 1) =>
    node.withSchool(database =>
      database.exec(
        `update homeworks set is_submissionable = ${handIns} where id = 1;
         delete from submissions where todo_id = 1`,
      ),
    )
  const desk = '/classes/1/homework/1/submissions'
  take(0)
  await enterAs(page, 'albrecht', desk)
  await page.getByRole('link', { name: 'Change homework' }).click()
  await expect(page.getByRole('dialog', { name: 'Change homework' })).toBeVisible()
  await page.goto(desk)
  await page.getByRole('link', { name: 'Open the task' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Change' }).click()
  await expect(page.getByRole('dialog', { name: 'Change homework' })).toBeVisible()
  take(1)
  for (const way of ['Go to marking', 'Mark']) {
    await page.goto('/classes/1/homework/1')
    await page.getByRole('link', { name: way, exact: true }).click()
    await expect(page.getByRole('complementary', { name: 'Pupils' })).toBeVisible()
  }
})

test('of two versions one’s own is edited first; kept aside it is taken up again, and thrown away', async ({
  page,
  node,
}) => {
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  await correctionText(page).fill('Mine.')
  await draftSaved(page)
  node.withSchool(database =>
    database.exec(
      `update submissions set teacher_correction = 'Theirs.', corrected_at = '2026-11-18 09:05:00',
         corrected_by_user_id = 2 where todo_id = 1 and user_id = 14`,
    ),
  )
  await page.reload()
  await panel(page).getByRole('button', { name: 'Edit mine first' }).click()
  await expect(correctionText(page)).toHaveValue('Mine.')
  node.withSchool(database =>
    database.exec(
      `update submissions set teacher_correction = 'Theirs, again.', corrected_at = '2026-11-18 09:06:00'
         where todo_id = 1 and user_id = 14`,
    ),
  )
  await page.reload()
  await panel(page).getByRole('button', { name: 'Keep theirs' }).click()
  await panel(page).getByRole('button', { name: 'Continue with it' }).click()
  await expect(correctionText(page)).toHaveValue('Mine.')
  await panel(page).getByRole('button', { name: 'Leave it as it is' }).click()
  await expect(panel(page).getByText('Theirs, again.')).toBeVisible()
  await expect(panel(page).getByText('Mine.')).toHaveCount(0)
  expect(heldOf(node, 1, 'Aiko Tanaka')?.teacher_correction).toBe('Theirs, again.')
})

test('one’s own version that was kept aside is thrown away', async ({ page, node }) => {
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  await correctionText(page).fill('Mine.')
  await draftSaved(page)
  node.withSchool(database =>
    database.exec(
      `update submissions set teacher_correction = 'Theirs.', corrected_at = '2026-11-18 09:05:00',
         corrected_by_user_id = 2 where todo_id = 1 and user_id = 14`,
    ),
  )
  await page.reload()
  await panel(page).getByRole('button', { name: 'Keep theirs' }).click()
  await panel(page).getByRole('button', { name: 'Discard' }).click()
  await expect(panel(page).getByText('Mine.')).toHaveCount(0)
  await page.reload()
  await expect(panel(page).getByText('Theirs.')).toBeVisible()
  await expect(panel(page).getByText('Mine.')).toHaveCount(0)
})

test('a pupil who hands in again meanwhile is seen, and the correction returned all the same', async ({
  page,
  node,
}) => {
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  await correctionText(page).fill('Right.')
  await draftSaved(page)
  const handIn = (comment: string, minute: string) =>
    node.withSchool(database =>
      database
        .prepare('update submissions set comment = ?, submitted_at = ? where todo_id = 1 and user_id = 14')
        .run(comment, `2026-11-18 09:${minute}:00`),
    )
  handIn('Now with number 5.', '05')
  await page.reload()
  await panel(page).getByRole('button', { name: 'I have seen it' }).click()
  await expect(panel(page).getByRole('button', { name: 'I have seen it' })).toHaveCount(0)
  handIn('And number 6.', '06')
  await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
  await panel(page).getByRole('button', { name: 'Return mine' }).click()
  await expect.poll(() => heldOf(node, 1, 'Aiko Tanaka')?.teacher_correction).toBe('Right.')
})

test('a correction written in one tab is followed in the other, and continued there', async ({
  page,
  context,
}) => {
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  const other = await context.newPage()
  await openDesk(other, 1, 1, 14)
  await correctionText(page).pressSequentially('Half a sen')
  await expect(textToRead(other, 'Half a sen')).toBeVisible()
  await expect(correctionText(other)).toHaveCount(0)
  await goOn(other).click()
  await expect(correctionText(other)).toHaveValue('Half a sen')
  await expect(correctionText(other)).toBeFocused()
  await other.keyboard.type('tence')
  await expect(textToRead(page, 'Half a sentence')).toBeVisible()
})

for (const [kept, text] of Object.entries({ here: 'There.', 'in the other': 'Here.' })) {
  test(`written in two tabs, the correction ${kept} is kept`, async ({ page, context }) => {
    await enterAs(page)
    await openDesk(page, 1, 1, 14)
    const other = await openDeafTab(context)
    await openDesk(other, 1, 1, 14)
    await correctionText(page).fill('Here.')
    await draftSaved(page)
    await correctionText(other).fill('There.')
    await expect(textToRead(other, 'There.')).toBeVisible()
    await panel(other)
      .getByRole('button', { name: kept === 'here' ? 'Use that one' : 'Discard' })
      .click()
    await expect(textToRead(other, 'There.')).toHaveCount(0)
    if (kept !== 'here') await goOn(other).click()
    await expect(correctionText(other)).toHaveValue(text)
  })
}

test.describe('at a service that refuses corrections', () => {
  test.use({ faults: true })

  test('one is tried again and taken back into a draft; of all drafts those that failed go once more', async ({
    page,
    context,
    host,
    guard,
  }) => {
    guard.allow(statusLines(422))
    await enterAs(page)
    await openDesk(page, faultClass, 109)
    const first = (await pupilOpen(page).textContent()) ?? ''
    await correctionText(page).fill('Refused.')
    await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
    await expect(panel(page).getByText(/^Not returned: /)).toBeVisible()
    const refused = page.waitForResponse(answer => answer.status() === 422)
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await refused
    await expect(panel(page).getByText(/^Not returned: /)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Back to draft' }).click()
    await expect(correctionText(page)).toHaveValue('Refused.')
    await draftSaved(page)
    await page.getByRole('button', { name: 'Next pupil' }).click()
    await expect(pupilOpen(page)).not.toHaveText(first)
    await page.getByRole('button', { name: /^Return all drafts/ }).click()
    await pass(context, host, 11_000)
    const again = page.getByRole('button', { name: 'Retry those that failed (1)' })
    await passUntil(context, host, () => again.isVisible())
    const once = page.waitForResponse(answer => answer.status() === 422)
    await again.click()
    await once
    await expect(again).toBeVisible()
    // What stands still is listed on every screen.
    await page.getByRole('button', { name: '1 needs your attention' }).filter({ visible: true }).click()
    const list = page.getByRole('dialog', { name: 'Not sent yet' })
    const twice = page.waitForResponse(answer => answer.status() === 422)
    await list.getByRole('button', { name: /^Send again: Feedback for / }).click()
    await twice
    await list.getByRole('button', { name: /^Discard: Feedback for / }).click()
    await expect(list.getByText('Everything has been sent.')).toBeVisible()
    await list.getByRole('button', { name: 'Close' }).click()
    await expect(list).toHaveCount(0)
  })
})
