import { expect } from '@playwright/test'
import { enterChat, messageLog, waitUntilListIsStill } from '../support/chat.ts'
import { test } from '../support/fixtures.ts'

test('a selection that is longer than the screen is copied as it is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enterChat(page, 1)
  await expect(messageLog(page).getByRole('article').first()).toBeVisible()
  await messageLog(page).focus()
  await page.keyboard.press('Home')
  await waitUntilListIsStill(page)
  const shown: string[] = []
  for (let screen = 0; screen < 4; screen += 1) {
    const texts = await messageLog(page).evaluate(log => {
      const paragraphs = [...log.querySelectorAll('article p[dir="auto"]')]
      const [first, last] = [paragraphs[0], paragraphs.at(-1)]
      const selection = document.getSelection()
      if (!first || !last || !selection) return []
      if (selection.isCollapsed) selection.setBaseAndExtent(first, 0, first, 0)
      selection.extend(last, last.childNodes.length)
      return paragraphs.map(paragraph => paragraph.textContent)
    })
    shown.push(...texts.filter(text => !shown.includes(text)))
    await messageLog(page).evaluate(log => log.scrollBy(0, log.clientHeight))
    await waitUntilListIsStill(page)
  }
  await page.keyboard.press('Control+c')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  let end = 0
  for (const text of shown.flatMap(lines => lines.split('\n')).filter(line => line.trim() !== '')) {
    const at = copied.indexOf(text, end)
    expect(at, `“${text}” after “${copied.slice(Math.max(end - 60, 0), end)}”`).toBeGreaterThanOrEqual(end)
    end = at + text.length
  }
  // The avatar of Linh Tran is no text of a message.
  expect(copied).toContain('Linh Tran')
  expect(copied).not.toMatch(/^LT$/m)
})
