import { expect, type Page } from '@playwright/test'

/**
 * Fails if something scrolls sideways, is outside the window or is clipped. Ignores ellipses, hidden elements
 * and scrollable strips (`data-strip`).
 */
export async function expectFitting(page: Page, state: string): Promise<void> {
  const findOverflows = () =>
    page.evaluate(() => {
      const name = (element: Element) =>
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent?.trim().slice(0, 40)}"`
      const problems: string[] = []
      const scroller = document.scrollingElement ?? document.documentElement
      if (scroller.scrollWidth > scroller.clientWidth) {
        problems.push(`the page is ${scroller.scrollWidth} wide in ${scroller.clientWidth}`)
      }
      const isInvisible = (element: Element) => {
        const { width, height } = element.getBoundingClientRect()
        return (
          width <= 1 ||
          height <= 1 ||
          !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
        )
      }
      const isClipped = (element: Element) => {
        for (let above = element.parentElement; above; above = above.parentElement) {
          const { overflowX } = getComputedStyle(above)
          const { right, width, height } = above.getBoundingClientRect()
          if (overflowX !== 'visible' && (right <= innerWidth + 1 || width <= 1 || height <= 1)) return true
        }
        return false
      }
      const findClippingAncestor = (element: Element) => {
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
        if (isInvisible(element)) continue
        const clippingAncestor = element.matches('button, input, select, textarea')
          ? findClippingAncestor(element)
          : undefined
        if (clippingAncestor) problems.push(`${name(element)} is cut off by ${name(clippingAncestor)}`)
        const { overflowX } = getComputedStyle(element)
        if (element.matches('[data-strip]')) continue
        if (['auto', 'scroll'].includes(overflowX) && element.scrollWidth > element.clientWidth + 1) {
          problems.push(`scrolls sideways: ${name(element)}`)
        }
        const { left, right } = element.getBoundingClientRect()
        if ((right > innerWidth + 1 || left < -1) && !isClipped(element))
          problems.push(`sticks out: ${name(element)}`)
      }
      return problems
    })
  // The layout may still change after a resize.
  await expect.poll(findOverflows, { message: state }).toEqual([])
}
