import { expect, type Page } from '@playwright/test'
import { settled } from '../scripts/settled.ts'
import { expectFitting } from './fitting.ts'

/** Fails if texts or buttons of the homework rows overlap, wrap or are cut off at one of the widths, in px. */
export async function expectRowsFit(page: Page, widths: readonly number[]): Promise<void> {
  await settled(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectFitting(page, `homework at ${width}`)
    expect(await page.evaluate(brokenRows), `at ${width}`).toEqual([])
  }
}

/** Runs in the page. Returns overlapping cells, buttons on two lines and names without room, one text each. */
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
      // A name with an ellipsis ends at the edge of its link.
      const isCut = getComputedStyle(cell).overflowX !== 'visible'
      const edge = isCut ? cell.getBoundingClientRect().right : Number.POSITIVE_INFINITY
      const right = Math.min(edge, Math.max(...rects.map(rect => rect.right)))
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
