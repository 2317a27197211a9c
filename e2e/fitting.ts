import { expect, type Page } from '@playwright/test'

/**
 * Fails where the page, or anything in it, is wider than its place: scrolls sideways, or sticks out of the window
 * where it can't be reached; or where a control is cut off by what it stands in. What is cut on purpose with an
 * ellipsis, what is hidden from sight and a strip that says of itself that it scrolls (`data-strip`) do not count.
 */
export async function expectFitting(page: Page, state: string): Promise<void> {
  const wide = () =>
    page.evaluate(() => {
      const name = (element: Element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.trim().slice(0, 40)}"`
      const found: string[] = []
      const scroller = document.scrollingElement ?? document.documentElement
      if (scroller.scrollWidth > scroller.clientWidth) {
        found.push(`the page is ${scroller.scrollWidth} wide in ${scroller.clientWidth}`)
      }
      const unseen = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        return (
          width <= 1 ||
          height <= 1 ||
          !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
        )
      }
      const clipped = (element: Element) => {
        for (let above = element.parentElement; above; above = above.parentElement) {
          const { overflowX } = getComputedStyle(above)
          const { right, width, height } = above.getBoundingClientRect()
          if (overflowX !== 'visible' && (right <= innerWidth + 1 || width <= 1 || height <= 1)) return true
        }
        return false
      }
      /** What hides a part of a control to the side, without a way to scroll there. */
      const cutBy = (element: Element) => {
        const { left, right } = element.getBoundingClientRect()
        for (let above = element.parentElement; above; above = above.parentElement) {
          const { overflowX } = getComputedStyle(above)
          if (['auto', 'scroll'].includes(overflowX)) return undefined
          if (overflowX === 'visible') continue
          const box = above.getBoundingClientRect()
          if (box.width > 1 && (right > box.right + 1 || left < box.left - 1)) return above
        }
        return undefined
      }
      for (const element of document.body.querySelectorAll('*')) {
        if (unseen(element)) continue
        const cutter = element.matches('button, input, select, textarea') ? cutBy(element) : undefined
        if (cutter) found.push(`${name(element)} is cut off by ${name(cutter)}`)
        const { overflowX } = getComputedStyle(element)
        if (element.matches('[data-strip]')) continue
        if (['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1) {
          found.push(`scrolls sideways: ${name(element)}`)
        }
        const { left, right } = element.getBoundingClientRect()
        if ((right > innerWidth + 1 || left < -1) && !clipped(element))
          found.push(`sticks out: ${name(element)}`)
      }
      return found
    })
  // A page that was made narrower a moment ago may still be drawn anew.
  await expect.poll(wide, { message: state }).toEqual([])
}
