import { expect, type Locator, type Page } from '@playwright/test'
import { correctionText, enterAtDesk, openPupilHeading, readStoredCorrections } from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'

const pupils = 28

type Counts = { missing: number; toCorrect: number; corrected: number }

async function readRowCounts(row: Locator): Promise<Counts> {
  const readNumber = async (name: string) =>
    Number.parseInt(
      (await row
        .getByText(new RegExp(`^\\d+ ${name}$`))
        .first()
        .textContent()) ?? '',
      10,
    )
  return {
    missing: await readNumber('missing'),
    toCorrect: await readNumber('to mark'),
    corrected: await readNumber('marked'),
  }
}

/** In one call, for consistent counts. */
async function readDeskCounts(page: Page): Promise<Counts & { progress: string }> {
  const list = page.getByRole('complementary', { name: 'Pupils' })
  const texts = await list.evaluate(element => ({
    progress: element.querySelector('p')?.textContent ?? '',
    groups: [...element.querySelectorAll('section')].map(group => ({
      name: group.getAttribute('aria-label') ?? '',
      count: Number(group.querySelector('h2 > :last-child')?.textContent),
    })),
  }))
  const countOfGroup = (name: string) => texts.groups.find(group => group.name === name)?.count ?? 0
  return {
    missing: countOfGroup('Missing'),
    toCorrect: countOfGroup('To mark'),
    corrected: countOfGroup('Marked'),
    progress: texts.progress,
  }
}

async function readOverviewCounts(page: Page): Promise<Counts> {
  const numbers = page.getByRole('region', { name: 'In numbers' })
  const readFact = async (name: string) =>
    Number.parseInt(
      (await numbers
        .locator('div', { has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .textContent()) ?? '',
      10,
    )
  return {
    missing: await readFact('Missing'),
    toCorrect: await readFact('To mark'),
    corrected: await readFact('Marked'),
  }
}

async function expectCounts(page: Page, expected: Counts): Promise<void> {
  await expect
    .poll(() => readDeskCounts(page), 'on the desk')
    .toEqual({ ...expected, progress: `${expected.corrected} of ${pupils} marked` })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect.poll(() => readOverviewCounts(page), 'in the overview').toEqual(expected)
  await page
    .getByRole('link', { name: /^Homework/ })
    .first()
    .click()
  await expect.poll(() => readRowCounts(page.locator('[data-homework="1"]')), 'in the list').toEqual(expected)
  await page.goBack()
  await page.goBack()
  await expect(openPupilHeading(page)).toBeVisible()
}

test('list, desk and overview have the same counts', async ({ page, context, host, node }) => {
  await enterAtDesk(page, 1, 1)
  const { progress: _, ...before } = await readDeskCounts(page)
  expect(before.missing + before.toCorrect + before.corrected).toBe(pupils)
  await expectCounts(page, before)

  for (const text of ['Number 3 is missing.', 'All right.']) {
    const name = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill(text)
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(openPupilHeading(page)).not.toHaveText(name)
  }
  await page.getByRole('button', { name: /^Return all drafts/ }).click()
  await expect(page.getByText(/^Returning 2 drafts in/)).toBeVisible()
  // The return can still be cancelled.
  expect(readStoredCorrections(node, 1).filter(({ corrections }) => corrections > 0)).toEqual([])
  await expect.poll(() => readDeskCounts(page), 'at the desk').toMatchObject(before)
  const after = { ...before, corrected: before.corrected + 2, toCorrect: before.toCorrect - 2 }

  await advanceClocks(context, host, 11_000)
  await expect
    .poll(() => readStoredCorrections(node, 1).filter(({ corrections }) => corrections > 0).length)
    .toBe(2)
  await expectCounts(page, after)
})
