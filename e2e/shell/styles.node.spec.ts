import { expect, type Page } from '@playwright/test'
import { followTo } from '../../scripts/followTo.ts'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { scrollToNewest } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'
import { accountButton, enterAs, grid } from '../support/signInAs.ts'

/** In an order in which each can be reached from the one before. */
const screens = [
  '/classes/1/timetable',
  '/classes/1/homework',
  '/classes/1/files',
  '/classes/1/files/3',
  '/classes/1/access',
  '/chats/1',
  '/classes/1/subjects/1',
  '/classes/1/homework/1',
  '/classes/1/homework/1/submissions',
  '/classes/1/homework/1/overview',
  '/settings/tokens',
  '/classes/1/homework/new',
]

test('screens have the same styles after load and navigation', async ({ page, context }) => {
  // Unread rows are bold.
  await enterAs(page, 'albrecht', '/chats/1')
  await scrollToNewest(page)
  await expect(page.locator('main a[href="/chats/1"]')).not.toContainText('unread')
  await page.goto('/classes/1/timetable')
  await expect(grid(page)).toBeVisible()
  const clicked = new Map<string, ReadonlySet<string>>()
  for (const to of screens) {
    await followTo(page, to)
    clicked.set(to, await stylesOf(page))
  }
  const other = await context.newPage()
  for (const to of screens) {
    await other.goto(to)
    await expect(accountButton(other, 'albrecht')).toBeVisible()
    const byAddress = [...(await stylesOf(other))]
    expect(
      byAddress.filter(style => !clicked.get(to)?.has(style)),
      to,
    ).toEqual([])
  }
})

/** Computed styles of visible elements, once they no longer change. */
async function stylesOf(page: Page): Promise<ReadonlySet<string>> {
  await page.mouse.move(0, 0)
  let last: string[] = []
  await expect
    .poll(
      async () => {
        await waitUntilIdle(page)
        // Pictures are decoded after their request.
        await expect(page.getByRole('status').filter({ hasText: /^Loading / })).toHaveCount(0)
        const styles = await readStyles(page)
        const isWhole = styles.length > 15 && styles.join() === last.join()
        last = styles
        return isWhole
      },
      { intervals: [700], message: page.url() },
    )
    .toBe(true)
  return new Set(last)
}

const readStyles = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const names = [
      ...[
        'font-size',
        'font-weight',
        'line-height',
        'color',
        'background-color',
        'text-align',
        'text-decoration-line',
      ],
      ...['padding', 'margin', 'border-width', 'border-color', 'border-radius', 'gap', 'display', 'position'],
      ...['min-height', 'align-items', 'justify-content', 'overflow', 'white-space', 'letter-spacing'],
    ]
    return Array.from(document.querySelectorAll('main *, [data-portal] *'))
      .filter(element => element instanceof HTMLElement && element.checkVisibility())
      .map(element => {
        const style = getComputedStyle(element)
        const values = names.map(name => `${name}: ${style.getPropertyValue(name)}`)
        return `${element.localName}.${element.className} ${values.join('; ')}`
      })
  })
