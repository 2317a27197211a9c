import { expect, type Page } from '@playwright/test'
import { waitUntilIdle } from '../../scripts/waitUntilIdle.ts'
import { expectFitting } from './fitting.ts'

/** Fails if texts or buttons of the rows overlap, are cut off or hidden at one of the widths, in px. */
export async function expectRowsFit(page: Page, widths: readonly number[]): Promise<void> {
  await waitUntilIdle(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectFitting(page, `homework at ${width}`)
    expect(await page.evaluate(brokenRows), `at ${width}`).toEqual([])
  }
}

/** Runs in the page. */
function brokenRows(): string[] {
  const problems: string[] = []
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ checkVisibilityCSS: true })
  }
  for (const row of document.querySelectorAll('[data-homework]')) {
    const name = row.querySelector('a[data-open]')?.textContent?.slice(0, 20)
    const boxes = [...row.querySelectorAll('td, a[data-open]')].filter(isSeen).flatMap(cell => {
      const words = document.createNodeIterator(cell, NodeFilter.SHOW_TEXT)
      const rects: DOMRect[] = []
      for (let text = words.nextNode(); text; text = words.nextNode()) {
        if (!text.parentElement || !isSeen(text.parentElement)) continue
        const range = document.createRange()
        range.selectNode(text)
        rects.push(...range.getClientRects())
      }
      if (rects.length === 0) return []
      const [left, top] = [Math.min(...rects.map(r => r.left)), Math.min(...rects.map(r => r.top))]
      // A clipped name ends at the edges of its link.
      const isCut = getComputedStyle(cell).overflowX !== 'visible'
      const edges = isCut ? cell.getBoundingClientRect() : { right: Infinity, bottom: Infinity }
      const right = Math.min(edges.right, Math.max(...rects.map(rect => rect.right)))
      const bottom = Math.min(edges.bottom, Math.max(...rects.map(rect => rect.bottom)))
      return { cell, box: { left, top, right, bottom } }
    })
    for (const [index, { cell, box }] of boxes.entries()) {
      if (box.right > row.getBoundingClientRect().right + 1)
        problems.push(`${name}: ${cell.textContent} sticks out`)
      for (const { cell: other, box: otherBox } of boxes.slice(index + 1)) {
        const across = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left)
        const down = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top)
        if (across > 1 && down > 1)
          problems.push(`${name}: ${cell.textContent} lies over ${other.textContent}`)
      }
    }
    for (const button of row.querySelectorAll('td a')) {
      if (isSeen(button) && button.getClientRects().length > 1) problems.push(`${name}: a button in pieces`)
      if (isSeen(button) && button.scrollHeight > button.clientHeight + 1)
        problems.push(`${name}: a button on two lines`)
    }
    const [title, subject] = [row.querySelector('a[data-open]'), row.querySelector('td')]
    if (!title || !subject) {
      problems.push(`${name}: no title or subject`)
      continue
    }
    if (title.scrollHeight > title.clientHeight + 1 || title.scrollWidth > title.clientWidth + 1)
      problems.push(`${name}: its title is cut`)
    const menu = row.querySelector('button[aria-haspopup="menu"]')
    if (menu && !menu.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      problems.push(`${name}: its menu is hidden`)
    // In a narrow window the menu is next to the title, all other cells below.
    if (getComputedStyle(row).display !== 'flex') continue
    const { bottom } = title.getBoundingClientRect()
    if (menu && menu.getBoundingClientRect().top >= bottom)
      problems.push(`${name}: the menu is below the title`)
    if (subject.getBoundingClientRect().top < bottom - 1)
      problems.push(`${name}: the subject is next to the title`)
  }
  return problems
}
