import { expect, type Locator } from '@playwright/test'
import { test } from '../support/fixtures.ts'
import { enterAs } from '../support/signInAs.ts'

/** Fails if a part of a text is hidden, e.g. behind an ellipsis. */
async function expectWhole(texts: Locator): Promise<void> {
  await expect(texts.first()).toBeVisible()
  const findCut = () =>
    texts.evaluateAll(elements =>
      elements
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    )
  await expect.poll(findCut).toEqual([])
}

test.describe('important texts are whole in German', () => {
  test.use({ locale: 'de-DE' })
  test.beforeEach(({ node }) => {
    node.withSchool(database => {
      database.prepare("UPDATE lessons SET name = 'Mathematik' WHERE name = 'Maths'").run()
      database.prepare("UPDATE lessons SET name = 'Geschichte' WHERE name = 'History'").run()
    })
  })

  test('on phones: subject, period and navigation', async ({ page }) => {
    await enterAs(page, 'albrecht', '/day')
    await page.setViewportSize({ width: 360, height: 740 })
    const lessons = page.getByRole('main').getByRole('listitem')
    await expectWhole(lessons.getByRole('link', { name: 'Mathematik', exact: true }))
    await expectWhole(lessons.getByText(/^\d\. Stunde$/))
    await page.setViewportSize({ width: 320, height: 740 })
    await expectWhole(page.getByRole('navigation').getByText('Hausaufgaben', { exact: true }))
    await expectWhole(page.getByRole('navigation').getByText('Stundenplan', { exact: true }))
  })

  test('on narrow phones: each scope of the sign-in page is beside its icon', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 })
    await page.goto('/sign-in')
    const scope = page.getByRole('listitem').filter({ hasText: 'Der eigene Name und das eigene Bild' })
    const text = scope.getByText('Der eigene Name und das eigene Bild', { exact: true })
    await expect(text).toBeVisible()
    const getGap = async () => {
      const [iconBox, textBox] = [await scope.locator('svg').boundingBox(), await text.boundingBox()]
      return iconBox && textBox && textBox.x - (iconBox.x + iconBox.width)
    }
    await expect.poll(getGap).toBeGreaterThan(0)
  })

  test('on tablets: roles on Access, title and "Return all drafts" of the desk, new rooms', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await enterAs(page, 'albrecht', '/classes/1/access')
    await expectWhole(page.getByText(/^Admin von \d+, \d+ allein$/))
    await page.goto('/classes/1/homework/1/submissions')
    const returnAll = page.getByRole('button', { name: /^Alle Entwürfe zurückgeben/ })
    await expectWhole(returnAll.getByText('Zurückgeben', { exact: true }))
    const title = page.getByRole('heading', { level: 1, name: 'Fractions p. 42' })
    await expect
      .poll(() => title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBe(0)
    await expectWhole(title)
    await page.goto('/classes/1/timetable?view=week')
    const tags = page.locator('[data-lesson] [data-variant="quiet"]:only-child')
    await expectWhole(tags.getByText('Neuer Raum', { exact: true }).locator('..'))
  })

  test('on desktops: subjects of the homework list, and a gap after the due date', async ({ page, node }) => {
    node.withSchool(database =>
      database.prepare("UPDATE homeworks SET due_at = '2026-11-19T07:50:00.000Z' WHERE id = 7").run(),
    )
    await enterAs(page, 'albrecht', '/classes/1/homework')
    const rows = page.getByRole('row')
    const subject = rows.getByText('Mathematik', { exact: true }).first()
    await expectWhole(subject)
    await expect(subject).toHaveCSS('white-space', 'normal')
    const due = rows.getByText('Morgen 08:50', { exact: true })
    await expect(due).toBeVisible()
    const getGap = () =>
      due.evaluate(text => {
        const cell = text.parentElement?.nextElementSibling
        return (cell?.getBoundingClientRect().left ?? 0) - text.getBoundingClientRect().right
      })
    await expect.poll(getGap).toBeGreaterThanOrEqual(8)
  })
})
