import { expect, type Page } from '@playwright/test'
import { correctionText, enterAtDesk, openPupilHeading, readStoredCorrections } from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'

const pupils = 28

type Counts = { handedIn: number; corrected: number; toCorrect: number }

async function readRowCounts(page: Page): Promise<Counts> {
  const row = page.locator('[data-homework="1"]')
  const readNumber = async (text: RegExp) =>
    Number.parseInt((await row.getByText(text).textContent()) ?? '', 10)
  const button = row.getByRole('link', { name: /^Mark(?: \d|ing)|to mark|Mark/ }).last()
  const withoutHandInNote = row.getByTitle(/^Plus \d+ marked without a submission$/)
  const withoutHandIn =
    (await withoutHandInNote.count()) > 0 ? await withoutHandInNote.getAttribute('title') : ''
  return {
    handedIn: (await readNumber(/^\d+ handed in$/)) + Number(/\d+/.exec(withoutHandIn ?? '')?.[0] ?? '0'),
    corrected: await readNumber(/^\d+ marked$/),
    toCorrect: Number(/\d+/.exec((await button.textContent()) ?? '')?.[0] ?? '0'),
  }
}

/** In one call, for consistent counts. `handedIn` includes work marked without a submission. */
async function readDeskCounts(page: Page): Promise<Counts & { inGroups: number; ofClass: number }> {
  const list = page.getByRole('complementary', { name: 'Pupils' })
  const texts = await list.evaluate(element => ({
    progress: element.querySelector('p')?.textContent ?? '',
    groups: [...element.querySelectorAll('section')].map(group => ({
      name: group.getAttribute('aria-label') ?? '',
      count: Number(group.querySelector('h2 > :last-child')?.textContent),
    })),
  }))
  const [corrected = Number.NaN, of = Number.NaN] = texts.progress.match(/\d+/g)?.map(Number) ?? []
  const countOfGroup = (name: string) => texts.groups.find(group => group.name === name)?.count ?? 0
  const toCorrect = countOfGroup('To mark')
  const missing = countOfGroup('Seen, nothing handed in') + countOfGroup('Not seen yet')
  const inGroups = toCorrect + countOfGroup('Marked') + missing
  return { handedIn: of - missing, corrected, toCorrect, inGroups, ofClass: of }
}

async function readOverviewCounts(page: Page): Promise<Omit<Counts, 'toCorrect'> & { missing: number }> {
  const numbers = page.getByRole('region', { name: 'In numbers' })
  const readFact = async (name: string) =>
    Number.parseInt(
      (await numbers
        .locator('div', { has: page.getByText(name, { exact: true }) })
        .locator('dd')
        .textContent()) ?? '',
      10,
    )
  const heading = await page.getByRole('heading', { name: /^Not handed in yet/ }).textContent()
  const withoutHandInNote = /plus (\d+) marked/.exec((await numbers.textContent()) ?? '')?.[1] ?? '0'
  return {
    handedIn: (await readFact('Handed in')) + Number(withoutHandInNote),
    corrected: await readFact('Marked'),
    missing: Number(/\d+/.exec(heading ?? '')?.[0]),
  }
}

async function expectCounts(page: Page, expected: Counts): Promise<void> {
  await expect
    .poll(() => readDeskCounts(page), 'on the desk')
    .toEqual({ ...expected, inGroups: pupils, ofClass: pupils })
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  const { handedIn, corrected } = expected
  await expect
    .poll(() => readOverviewCounts(page), 'in the overview')
    .toEqual({ handedIn, corrected, missing: pupils - handedIn })
  await page
    .getByRole('link', { name: /^Homework/ })
    .first()
    .click()
  await expect.poll(() => readRowCounts(page), 'in the list').toEqual(expected)
  await page.goBack()
  await page.goBack()
  await expect(openPupilHeading(page)).toBeVisible()
}

test('list, desk and overview have the same counts', async ({ page, context, host, node }) => {
  await enterAtDesk(page, 1, 1)
  const { handedIn, corrected, toCorrect } = await readDeskCounts(page)
  const before = { handedIn, corrected, toCorrect }
  expect(before.handedIn).toBe(before.corrected + before.toCorrect)
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
