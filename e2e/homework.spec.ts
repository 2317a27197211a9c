import { expect, type Page } from '@playwright/test'
import { expectFitting } from './fitting.ts'
import { test } from './fixtures.ts'
import { tabTo } from './keyboardOnly.ts'
import { accountOf, enterAs, lesson } from './signInAs.ts'

test.use({ demoTime: 'wednesday' })

const form = (page: Page) => page.getByRole('dialog', { name: 'New homework' })

test('homework is set for the next lesson, and its pupil sees it', async ({ page, host, openBrowser }) => {
  await enterAs(page)
  await page.getByRole('link', { name: 'Homework' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Homework' })).toBeVisible()
  await page
    .getByRole('link', { name: 'New homework' })
    .or(page.getByRole('button', { name: 'New homework' }))
    .first()
    .click()
  await form(page).getByLabel('Subject').selectOption({ label: 'Maths' })
  await form(page).getByLabel('What is to be done').fill('Fractions p. 48, nos. 1 and 2')
  const next = form(page).getByRole('button', { name: /^Next Maths lesson: / })
  await next.click()
  await expect(next).toHaveAttribute('aria-pressed', 'true')
  await form(page).getByLabel('Can be handed in').check()
  await form(page).getByLabel('Maximum points').fill('7,5')
  await form(page).getByRole('button', { name: 'Set homework' }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Fractions p. 48, nos. 1 and 2', exact: true })).toBeVisible()
  // In the demo every browser has a school of its own.
  if (!host.node) return
  const pupil = await (await openBrowser()).newPage()
  await enterAs(pupil, 'sommer', '/classes/1/homework')
  await pupil.getByRole('link', { name: 'Fractions p. 48, nos. 1 and 2', exact: true }).click()
  await expect(pupil.getByRole('button', { name: 'Hand in', exact: true })).toBeVisible()
})

test('a lesson leads to the homework of its next one', async ({ page }) => {
  await enterAs(page)
  await lesson(page, /^Maths.*Note/)
    .first()
    .click()
  await page.getByRole('link', { name: 'Set homework for the next lesson' }).click()
  await expect(form(page)).toBeVisible()
  await expect(form(page).getByLabel('Subject').locator('option:checked')).toHaveText('Maths')
  await expect(form(page).getByLabel('Due on')).not.toHaveValue('')
})

test('setting homework from a lesson of another week leads back to it, with the keyboard alone', async ({
  page,
}) => {
  await enterAs(page)
  await page.goto('/classes/1/timetable?week=2026-W48')
  const cell = lesson(page, /^Maths/).first()
  const set = page.getByRole('link', { name: 'Set homework for the next lesson' })
  const toForm = async () => {
    await cell.focus()
    await page.keyboard.press('Enter')
    await tabTo(page, set)
    await page.keyboard.press('Enter')
    await expect(form(page).getByLabel('What is to be done')).toBeFocused()
  }
  const back = async () => {
    await expect(form(page)).toHaveCount(0)
    await expect(page).toHaveURL(/\/classes\/1\/timetable\?week=2026-W48$/)
    await expect(cell).toBeFocused()
  }
  await test.step('left with Escape', async () => {
    await toForm()
    await page.keyboard.press('Escape')
    await back()
  })
  await test.step('left with Back', async () => {
    await toForm()
    await page.goBack()
    await back()
  })
  await test.step('set', async () => {
    await toForm()
    await page.keyboard.type('Fractions p. 49, no. 5')
    await tabTo(page, form(page).getByRole('button', { name: 'Set homework' }))
    await page.keyboard.press('Enter')
    await back()
  })
  await expect(page.getByRole('status').filter({ hasText: 'Fractions p. 49, no. 5' })).toBeVisible()
  await page.getByRole('link', { name: 'Show it in Homework' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Fractions p. 49, no. 5', exact: true })).toBeFocused()
})

test('setting homework from the page of a subject leads back to it', async ({ page }) => {
  await enterAs(page)
  await page.goto('/classes/1/subjects/1')
  await page.getByRole('link', { name: 'New homework', exact: true }).first().click()
  await form(page).getByLabel('What is to be done').fill('Fractions p. 50')
  await form(page)
    .getByRole('button', { name: /^Next .* lesson: / })
    .click()
  await form(page).getByRole('button', { name: 'Set homework' }).click()
  await expect(form(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/classes\/1\/subjects\/1$/)
  await expect(page.getByRole('status').filter({ hasText: 'Fractions p. 50' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show it in Homework' })).toBeVisible()
})

for (const language of ['en', 'de']) {
  test(`rows of homework hold together on every width, ${language}`, async ({ page }) => {
    await enterAs(page)
    await page.evaluate(spoken => {
      localStorage.setItem('staffroom.settings', JSON.stringify({ language: spoken }))
    }, language)
    await page.goto('/classes/1/homework')
    await expect(page.locator('[data-homework] a[data-open]').first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const width of [360, 767, 768, 800, 900, 1023, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await expectFitting(page, `homework at ${width}, ${language}`)
      expect(await page.evaluate(brokenRows), `at ${width}, ${language}`).toEqual([])
    }
  })
}

/** In the page: what lies over its neighbour in a row of homework, a button on two lines, a name squeezed to a few letters. */
function brokenRows(): string[] {
  const found: string[] = []
  const seen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true })
  }
  for (const row of document.querySelectorAll('[data-homework]')) {
    const name = row.querySelector('a[data-open]')?.textContent?.slice(0, 20)
    const boxes = [...row.querySelectorAll('td, a[data-open]')].filter(seen).flatMap(cell => {
      const words = document.createNodeIterator(cell, NodeFilter.SHOW_TEXT)
      const rects: DOMRect[] = []
      for (let text = words.nextNode(); text; text = words.nextNode()) {
        if (!text.parentElement || !seen(text.parentElement)) continue
        const range = document.createRange()
        range.selectNode(text)
        rects.push(...range.getClientRects())
      }
      if (rects.length === 0) return []
      const [left, top] = [Math.min(...rects.map(r => r.left)), Math.min(...rects.map(r => r.top))]
      const right = Math.max(...rects.map(rect => rect.right))
      return { cell, box: { left, top, right, bottom: Math.max(...rects.map(rect => rect.bottom)) } }
    })
    for (const [at, { cell, box }] of boxes.entries()) {
      if (box.right > row.getBoundingClientRect().right + 1)
        found.push(`${name}: ${cell.textContent} sticks out`)
      for (const { cell: other, box: its } of boxes.slice(at + 1)) {
        const across = Math.min(box.right, its.right) - Math.max(box.left, its.left)
        const down = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)
        if (across > 1 && down > 1) found.push(`${name}: ${cell.textContent} lies over ${other.textContent}`)
      }
    }
    for (const button of row.querySelectorAll('td a')) {
      if (seen(button) && button.getClientRects().length > 1) found.push(`${name}: a button in pieces`)
      if (seen(button) && button.scrollHeight > button.clientHeight + 1)
        found.push(`${name}: a button on two lines`)
    }
    // In a block of its own the button stands beside the name, all else below.
    const [button, subject] = [row.querySelector('td a'), row.querySelector('td')]
    if (button && subject && getComputedStyle(row).display === 'flex') {
      if (subject.getBoundingClientRect().top < button.getBoundingClientRect().bottom - 1)
        found.push(`${name}: the subject stands beside the button`)
    }
    const words = row.querySelector('a[data-open]')
    const wanted = Math.min(160, words?.querySelector('bdi')?.scrollWidth ?? 160)
    if (words && words.getBoundingClientRect().width < wanted) found.push(`${name}: no room for its name`)
  }
  return found
}

test('a form that was left by a reload is as it was', async ({ page }) => {
  await enterAs(page)
  await page.goto('/classes/1/homework/new')
  await form(page).getByLabel('What is to be done').fill('Begun and not set')
  await expect(form(page).getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  // In the demo a reloaded tab is signed in as before.
  await expect(accountOf(page, 'albrecht')).toBeVisible()
  await expect(form(page).getByLabel('What is to be done')).toHaveValue('Begun and not set')
})
