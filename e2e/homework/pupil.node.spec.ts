import { expect, type Page } from '@playwright/test'
import {
  correctionText,
  openDesk,
  openPupilHeading,
  passUndoTime,
  returnNextButton,
} from '../support/desk.ts'
import { test } from '../support/fixtures.ts'
import { setHomework } from '../support/setHomework.ts'
import { enterAs } from '../support/signInAs.ts'

const task = 'Fractions p. 48, nos. 1 and 2'
const confirmation = (page: Page) => page.getByText('Handed in. Your teacher can see it now.')

test('homework from setting to feedback, on a phone', { tag: '@main' }, async ({
  page: teacher,
  host,
  node,
  openBrowser,
}) => {
  await test.step('the teacher sets homework', async () => {
    await enterAs(teacher)
    await setHomework(teacher, task)
  })
  const homework = node.withSchool(database =>
    Number(database.prepare('select id from homeworks where text = ?').get(task)?.id),
  )

  const page = await (await openBrowser()).newPage()
  await test.step('the pupil hands in comment and files', async () => {
    await enterAs(page, 'sommer', '/classes/1/homework')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('link', { name: task, exact: true }).click()
    await expect(page.getByRole('button', { name: 'Hand in', exact: true })).toBeVisible()
    await page.getByLabel('Comment').fill('Number 4 was hard.')
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([
        { name: 'page 1.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') },
        { name: 'page 2.txt', mimeType: 'text/plain', buffer: Buffer.from('1b) 5/8') },
      ])
    await expect(page.getByText('page 2.txt').first()).toBeVisible()
    await page.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(confirmation(page)).toBeInViewport()
    await expect(page.getByText(/^Handed in /).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hand in again' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Files', exact: true })).toBeHidden()
    await page
      .getByRole('list', { name: 'Your files' })
      .getByRole('button', { name: /page 1/ })
      .click()
    await expect(
      page
        .getByRole('region', { name: 'Files', exact: true })
        .getByText(/^Handed in by you/)
        .first(),
    ).toBeVisible()
    const stored = () =>
      node.withSchool(
        database =>
          database.prepare('select count(*) as files from documents where todo_id = ?').get(homework)?.files,
      )
    await expect.poll(stored).toBe(2)
  })

  await test.step('the teacher returns feedback', async () => {
    await openDesk(teacher, 1, homework)
    await teacher.getByRole('link', { name: /^Mika Sommer/ }).click()
    await expect(openPupilHeading(teacher)).toHaveText('Mika Sommer')
    await expect(teacher.getByText('Number 4 was hard.')).toBeVisible()
    await correctionText(teacher).fill('Both right.')
    await returnNextButton(teacher).click()
    await passUndoTime(teacher, host)
    await expect
      .poll(() =>
        node.withSchool(
          database =>
            database.prepare('select corrections from submissions where todo_id = ?').get(homework)
              ?.corrections,
        ),
      )
      .toBe(1)
  })

  await test.step('the pupil reads it', async () => {
    await page.reload()
    await expect(page.getByText('Both right.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Hand in/ })).toHaveCount(0)
  })
})
