import { expect, type Locator, type Page } from '@playwright/test'

export type WindowSize = { width: number; height: number }

/** A desktop, a phone, a phone with an open keyboard, and a phone in landscape orientation. */
export const windowSizes: WindowSize[] = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 360, height: 560 },
  { width: 740, height: 360 },
]

/** Maximum distance between a float and its anchor, in px. */
const near = 40

/** Fails unless `float` is near `anchor`, fully inside the window and not covered. */
export async function expectBeside(
  page: Page,
  float: Locator,
  anchor: Locator | { x: number; y: number },
  state: string,
): Promise<void> {
  const to = 'x' in anchor ? { ...anchor, width: 0, height: 0 } : await anchor.boundingBox()
  if (!to) throw new Error(`${state}: what opened it is not there`)
  const window = page.viewportSize()
  if (!window) throw new Error('no window')
  const wrong = async (): Promise<string[]> => {
    const box = await float.boundingBox()
    if (!box) return ['it is not there']
    const found: string[] = []
    if (box.width < 100 || box.height < 40) found.push(`it is ${box.width} x ${box.height}`)
    if (box.x < 0 || box.y < 0) found.push(`it begins at ${box.x}, ${box.y}`)
    if (box.x + box.width > window.width) found.push(`it ends at ${box.x + box.width} of ${window.width}`)
    if (box.y + box.height > window.height)
      found.push(`it ends at ${box.y + box.height} of ${window.height} below`)
    const apart = Math.max(
      to.x - (box.x + box.width),
      box.x - (to.x + to.width),
      to.y - (box.y + box.height),
      box.y - (to.y + to.height),
    )
    if (apart > near) found.push(`it stands ${Math.round(apart)} from what opened it`)
    return [...found, ...(await float.evaluate(coverage))]
  }
  await expect.poll(wrong, { message: state }).toEqual([])
}

/** Returns the elements that cover a float, at nine points. */
function coverage(float: Element): string[] {
  const { left, top, width, height } = float.getBoundingClientRect()
  const parts = [0.04, 0.5, 0.96]
  return parts
    .flatMap(across => parts.map(down => ({ x: left + width * across, y: top + height * down })))
    .flatMap(({ x, y }) => {
      const seen = document.elementFromPoint(x, y)
      if (seen && float.contains(seen)) return []
      return [
        `at ${Math.round(x)}, ${Math.round(y)} lies ${seen?.tagName ?? 'nothing'} ${seen?.className ?? ''}`,
      ]
    })
}

/** Expects that the last item can be scrolled to, and is then inside the window and not covered. */
export async function expectReachable(items: Locator): Promise<void> {
  const last = items.last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.99 })
  await last.hover()
}
