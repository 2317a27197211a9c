import { expect, type Page } from '@playwright/test'
import { closeNotice } from '../support/closeNotice.ts'
import {
  correctionText,
  enterAtDesk,
  openDesk,
  openPupil,
  openPupilHeading,
  passUndoTime,
  pointsField,
  readStoredCorrection,
  readStoredCorrections,
  returnNextButton,
  undoReturnButton,
} from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Feedback' })
const corrected = (page: Page) => page.getByRole('region', { name: 'Marked' })

test('correction desk: filter, return a file, edit, maximum points', async ({ page, host, node }) => {
  test.setTimeout(240_000)
  await enterAtDesk(page, 1, 1, 14)

  await test.step('pupils are filtered by status', async () => {
    const list = page.getByRole('complementary', { name: 'Pupils' })
    // The icon covers the select.
    await list.getByRole('combobox', { name: 'Filter' }).click({ trial: true })
    await list.getByRole('combobox', { name: 'Filter' }).selectOption('Marked')
    await expect(list.getByRole('link')).toHaveCount(3)
    await list.getByRole('button', { name: 'Show all' }).click()
    await expect(list.getByRole('link').nth(3)).toBeVisible()
  })

  await test.step('a returned file is chosen and removed', async () => {
    await correctionText(page).fill('See the file.')
    const file = { name: 'solution.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') }
    for (const round of ['removed', 'returned']) {
      const choosing = page.waitForEvent('filechooser')
      await panel(page).getByRole('button', { name: 'choose' }).click()
      await (await choosing).setFiles(file)
      await expect(panel(page).getByText('solution.txt')).toBeVisible()
      if (round === 'returned') break
      await panel(page).getByRole('button', { name: 'Remove solution.txt' }).click()
      await expect(panel(page).getByText('solution.txt')).toHaveCount(0)
    }
    await returnNextButton(page).click()
    await expect(openPupilHeading(page)).not.toHaveText('Aiko Tanaka')
    await undoReturnButton(page).click()
    await expect(openPupilHeading(page)).toHaveText('Aiko Tanaka')
    await expect(correctionText(page)).toHaveValue('See the file.')
    await expect(panel(page).getByText('solution.txt')).toBeVisible()
    expect(readStoredCorrection(node, 1, 'Aiko Tanaka')?.corrections).toBe(0)
    await returnNextButton(page).click()
    await expect(openPupilHeading(page)).not.toHaveText('Aiko Tanaka')
    await passUndoTime(page, host)
    await expect.poll(() => readStoredCorrection(node, 1, 'Aiko Tanaka')?.corrections).toBe(1)
    await corrected(page)
      .getByRole('link', { name: /^Aiko Tanaka/ })
      .click()
    await expect(panel(page).getByText('solution.txt')).toBeVisible()
  })

  await test.step('a returned correction is edited by mouse', async () => {
    await openPupil(page, 'Marie Winter')
    await correctionText(page).fill('Clear.')
    await pointsField(page).fill('9')
    await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
    await expect(panel(page).getByText(/^Returned by you/)).toBeVisible()
    await expect(openPupilHeading(page)).toHaveText('Marie Winter')
    const bar = page
      .getByRole('complementary', { name: 'Pupils' })
      .getByRole('progressbar', { includeHidden: true })
    await expect(bar).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await panel(page).getByRole('button', { name: 'Mark again' }).click()
    await expect(correctionText(page)).toHaveValue('Clear.')
    await correctionText(page).fill('Not this.')
    await panel(page).getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(panel(page).getByText(/^Returned by you/)).toBeVisible()
    await expect(panel(page).getByText('Clear.')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Mark again' }).click()
    await expect(correctionText(page)).toHaveValue('Clear.')
    await correctionText(page).fill('Clear and neat.')
    await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
    await expect
      .poll(() => readStoredCorrection(node, 1, 'Marie Winter'))
      .toMatchObject({ teacher_correction: 'Clear and neat.', points: 9, corrections: 2 })
  })

  await test.step('the task is read beside the feedback', async () => {
    await openPupil(page, 'Deniz Arslan')
    await correctionText(page).fill('As in the task.')
    await page.getByRole('link', { name: 'Task', exact: true }).click()
    const task = page.getByRole('region', { name: 'Task' })
    await task.getByRole('button', { name: /^worksheet\.pdf/ }).click()
    await expect(task.getByRole('region', { name: 'worksheet.pdf' })).toBeVisible()
    const download = page.waitForEvent('download')
    await task.getByRole('button', { name: 'Download worksheet.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('worksheet.pdf')
    await task.getByRole('link', { name: 'Change homework' }).click()
    const form = page.getByRole('dialog', { name: 'Change homework' })
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(task).toBeVisible()
    await expect(correctionText(page)).toHaveValue('As in the task.')
    await page.getByRole('link', { name: 'Mark', exact: true }).click()
    await expect(openPupilHeading(page)).toHaveText('Deniz Arslan')
  })

  await test.step('the teacher enters missing maximum points', async () => {
    await node.changeSchool(database => database.exec('update homeworks set points = null where id = 1'))
    await openDesk(page, 1, 1, 15)
    await panel(page)
      .getByRole('textbox', { name: /^Maximum points/ })
      .fill('10')
    await pointsField(page).fill('12')
    await expect(panel(page).getByText('That is more than the maximum of 10.')).toBeVisible()
    await page.reload()
    await expect(panel(page).getByRole('textbox', { name: /^Maximum points/ })).toHaveValue('10')
  })
})

/** Writes drafts for the first pupils. Returns their names. */
async function writeDrafts(page: Page, texts: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const text of texts) {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    names.push(name)
    await correctionText(page).fill(text)
    await expect(panel(page).getByText(/^Draft saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Next pupil' }).click()
    await expect(openPupilHeading(page)).not.toHaveText(name)
  }
  return names
}

test('correction desk: return all, cancel, withdraw one', async ({ page, context, host, node }) => {
  await enterAtDesk(page, 1, 1)
  const [first = '', second = ''] = await writeDrafts(page, ['Number 3 is missing.', 'All right.'])
  const all = page.getByRole('button', { name: /^Return all drafts/ })
  await all.click()
  await expect(page.getByText(/^Returning 2 drafts in/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const cancelled = page.getByText('Nothing was returned. Everything is a draft again.')
  await expect(cancelled).toBeVisible()
  const close = page.getByRole('button', { name: 'Close', exact: true })
  await closeNotice(cancelled, close)
  await all.click()
  await expect(page.getByText(/^Returning 2 drafts in/)).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`^${first}`) }).click()
  await expect(panel(page).getByText(/^Will be returned at/)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Take back' }).click()
  await expect(correctionText(page)).toHaveValue('Number 3 is missing.')
  await expect(page.getByText(/^Returning 1 draft in/)).toBeVisible()
  await advanceClocks(context, host, 11_000)
  await closeNotice(page.getByText(/^1 draft was returned/), close)
  expect(readStoredCorrections(node, 1).filter(({ corrections }) => corrections > 0)).toMatchObject([
    { name: second },
  ])
})
