import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { correctionText, openPupilHeading } from '../support/desk.ts'
import { advanceClocks, test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

/** Maximum shift: share of the window that moved, times the distance as a share of the window. */
const maxShift = 0.02

type Shift = { value: number; moved: string[] }

/** Including shifts right after a key or click. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = []
    Object.assign(window, { seenShifts: seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        const formatRect = ({ left, top, width, height }: DOMRect) =>
          [left, top, width, height].map(Math.round).join(' ')
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `${element?.tagName} ${element?.className} "${node?.textContent?.slice(0, 30)}"`
          return `${name}: ${formatRect(previousRect)} to ${formatRect(currentRect)}`
        })
        seen.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seenShifts: Shift[] }).seenShifts.splice(0))

async function expectNoShift(page: Page, state: string): Promise<void> {
  const shifts = await shiftsOf(page)
  const sum = shifts.reduce((so, { value }) => so + value, 0)
  expect(sum, `${state}: ${JSON.stringify(shifts, undefined, 1)}`).toBeLessThan(maxShift)
}

for (const size of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`marking and returning drafts cause no layout shift, ${size.width} wide`, async ({
    page,
    context,
    host,
  }) => {
    await enterAs(page)
    await page.setViewportSize(size)
    await watchShifts(page)
    // Code and data arrive one after another.
    let turn = Promise.resolve()
    await page.route(/\/(?:api|assets)\//, async route => {
      turn = turn.then(() => new Promise(done => setTimeout(done, 20)))
      await turn
      await route.continue()
    })
    await page.goto('/classes/1/homework/1/submissions')
    await expect(openPupilHeading(page)).toBeVisible()
    await expect(correctionText(page)).toBeEditable()
    await waitUntilIdle(page)
    await expectNoShift(page, 'loading')
    await page.unrouteAll({ behavior: 'wait' })

    const name = (await openPupilHeading(page).textContent()) ?? ''
    await correctionText(page).fill('Number 3 is missing.')
    await expect(page.getByText(/^Draft saved/)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(openPupilHeading(page)).not.toHaveText(name)
    await waitUntilIdle(page)
    await shiftsOf(page)
    if (size.width < 768) {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: /^Return all drafts/ }).click()
    } else {
      await page.getByRole('button', { name: /^Return all drafts/ }).click()
    }
    await expect(page.getByText(/^Returning 1 draft in/)).toBeVisible()
    await advanceClocks(context, host, 11_000)
    await expect(page.getByText('1 draft was returned.')).toBeVisible()
    await waitUntilIdle(page)
    await expectNoShift(page, 'returning')
  })
}
