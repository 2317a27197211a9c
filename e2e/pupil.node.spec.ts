import { expect } from '@playwright/test'
import { correctionText, openDesk, pupilOpen, returnNext } from './desk.ts'
import { test } from './fixtures.ts'
import { enterAs } from './signInAs.ts'

test('a pupil hands in with files, the teacher returns, the pupil reads it', async ({
  page,
  node,
  openBrowser,
}) => {
  const homework = node.withSchool(database =>
    Number(
      database.prepare("select id from homeworks where course_id = 1 and text like 'Fractions p. 45%'").get()
        ?.id,
    ),
  )
  await enterAs(page, 'sommer', `/classes/1/homework/${homework}`)
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
  await expect(page.getByText(/^Handed in /).first()).toBeVisible()
  const stored = () =>
    node.withSchool(
      database =>
        database.prepare('select count(*) as files from documents where todo_id = ?').get(homework)?.files,
    )
  await expect.poll(stored).toBe(2)

  const teacher = await (await openBrowser()).newPage()
  await enterAs(teacher, 'albrecht')
  await openDesk(teacher, 1, homework)
  await teacher.getByRole('link', { name: /^Mika Sommer/ }).click()
  await expect(pupilOpen(teacher)).toHaveText('Mika Sommer')
  await expect(teacher.getByText('Number 4 was hard.')).toBeVisible()
  await correctionText(teacher).fill('Both right.')
  await returnNext(teacher).click()
  await expect
    .poll(() =>
      node.withSchool(
        database =>
          database.prepare('select corrections from submissions where todo_id = ?').get(homework)
            ?.corrections,
      ),
    )
    .toBe(1)
  await page.reload()
  await expect(page.getByText('Both right.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Hand in/ })).toHaveCount(0)
})
