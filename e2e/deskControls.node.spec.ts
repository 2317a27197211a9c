import { expect, type Page } from '@playwright/test'
import { correctionText, heldAt, heldOf, openDesk, pointsField, pupilOpen, returnNext } from './desk.ts'
import { pass, test } from './fixtures.ts'
import { enterAs } from './signInAs.ts'

// The correction of a pupil, each control used for what it is there for.

const panel = (page: Page) => page.getByRole('complementary', { name: 'Feedback' })
const corrected = (page: Page) => page.getByRole('region', { name: 'Marked' })

test('a correction is returned by mouse, corrected again, and left as it is', async ({ page, node }) => {
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  await correctionText(page).fill('Clear.')
  await pointsField(page).fill('9')
  await panel(page).getByRole('button', { name: 'Return and stay here' }).click()
  await expect(panel(page).getByText(/^Returned by you/)).toBeVisible()
  await expect(pupilOpen(page)).toHaveText('Aiko Tanaka')
  // How many are marked, for the eye: the line says it in words.
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
    .poll(() => heldOf(node, 1, 'Aiko Tanaka'))
    .toMatchObject({ teacher_correction: 'Clear and neat.', points: 9, corrections: 2 })
})

test('a file to return is chosen, taken out and chosen anew', async ({ page, node }) => {
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  await correctionText(page).fill('See the file.')
  const file = { name: 'solution.txt', mimeType: 'text/plain', buffer: Buffer.from('1a) 3/4') }
  for (const turn of ['taken out', 'kept']) {
    const choosing = page.waitForEvent('filechooser')
    await panel(page).getByRole('button', { name: 'choose' }).click()
    await (await choosing).setFiles(file)
    await expect(panel(page).getByText('solution.txt')).toBeVisible()
    if (turn === 'kept') break
    await panel(page).getByRole('button', { name: 'Remove solution.txt' }).click()
    await expect(panel(page).getByText('solution.txt')).toHaveCount(0)
  }
  await returnNext(page).click()
  await expect(pupilOpen(page)).not.toHaveText('Aiko Tanaka')
  await expect.poll(() => heldOf(node, 1, 'Aiko Tanaka')?.corrections).toBe(1)
  await corrected(page)
    .getByRole('link', { name: /^Aiko Tanaka/ })
    .click()
  await expect(panel(page).getByText('solution.txt')).toBeVisible()
})

test('where the homework has no points one says oneself what the most is', async ({ page, node }) => {
  node.withSchool(database => database.exec('update homeworks set points = null where id = 1'))
  await enterAs(page)
  await openDesk(page, 1, 1, 14)
  await panel(page)
    .getByRole('textbox', { name: /^Maximum points/ })
    .fill('10')
  await pointsField(page).fill('12')
  await expect(panel(page).getByText('That is more than the maximum of 10.')).toBeVisible()
  await page.reload()
  await expect(panel(page).getByRole('textbox', { name: /^Maximum points/ })).toHaveValue('10')
})

/** Drafts for the pupils who come first, gone through by mouse. */
async function writeDrafts(page: Page, texts: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const text of texts) {
    const name = (await pupilOpen(page).textContent()) ?? ''
    names.push(name)
    await correctionText(page).fill(text)
    await expect(panel(page).getByText(/^Draft saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Next pupil' }).click()
    await expect(pupilOpen(page)).not.toHaveText(name)
  }
  return names
}

test('all drafts are returned by a click: cancelled, one taken back, the rest sent', async ({
  page,
  context,
  host,
  node,
}) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const [first = '', second = ''] = await writeDrafts(page, ['Number 3 is missing.', 'All right.'])
  const all = page.getByRole('button', { name: /^Return all drafts/ })
  await all.click()
  await expect(page.getByText(/^2 drafts are returned in/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  const said = page.getByText('Nothing was returned. Everything is a draft again.')
  await expect(said).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(said).toHaveCount(0)
  await all.click()
  await expect(page.getByText(/^2 drafts are returned in/)).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`^${first}`) }).click()
  await expect(panel(page).getByText(/^Will be returned at/)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Take back' }).click()
  await expect(correctionText(page)).toHaveValue('Number 3 is missing.')
  await expect(page.getByText(/^1 draft is returned in/)).toBeVisible()
  await pass(context, host, 11_000)
  await expect(page.getByText(/^1 draft was returned/)).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText(/^1 draft was returned/)).toHaveCount(0)
  expect(heldAt(node, 1).filter(({ corrections }) => corrections > 0)).toMatchObject([{ name: second }])
})

test('pupils are filtered by what there is to do, and the filter is taken away', async ({ page }) => {
  await enterAs(page)
  await openDesk(page, 1, 1)
  const list = page.getByRole('complementary', { name: 'Pupils' })
  // Its sign lies over all of it.
  await list.getByRole('combobox', { name: 'Filter' }).click({ trial: true })
  await list.getByRole('combobox', { name: 'Filter' }).selectOption('Marked')
  await expect(list.getByRole('link')).toHaveCount(3)
  await list.getByRole('button', { name: 'Show all' }).click()
  await expect(list.getByRole('link').nth(3)).toBeVisible()
})
