import { expect, type Locator, type Page } from '@playwright/test'

export type WindowSize = { width: number; height: number }

/** Desktop, phone, phone with an open keyboard, phone in landscape. */
export const windowSizes: WindowSize[] = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
  { width: 360, height: 560 },
  { width: 740, height: 360 },
]

/** In px. */
const maxDistance = 40

/** Fails unless `float` is near `anchor`, inside the window and not covered. */
export async function expectBeside(
  page: Page,
  float: Locator,
  anchor: Locator | { x: number; y: number },
  state: string,
): Promise<void> {
  const to = 'x' in anchor ? { ...anchor, width: 0, height: 0 } : await anchor.boundingBox()
  if (!to) throw new Error(`${state}: its anchor is missing`)
  const window = page.viewportSize()
  if (!window) throw new Error('no window')
  const findProblems = async (): Promise<string[]> => {
    const box = await float.boundingBox()
    if (!box) return ['it is missing']
    const problems: string[] = []
    if (box.width < 100 || box.height < 40) problems.push(`it is ${box.width} x ${box.height}`)
    if (box.x < 0 || box.y < 0) problems.push(`it begins at ${box.x}, ${box.y}`)
    if (box.x + box.width > window.width) problems.push(`it ends at ${box.x + box.width} of ${window.width}`)
    if (box.y + box.height > window.height)
      problems.push(`it ends at ${box.y + box.height} of ${window.height} below`)
    const distance = Math.max(
      to.x - (box.x + box.width),
      box.x - (to.x + to.width),
      to.y - (box.y + box.height),
      box.y - (to.y + to.height),
    )
    if (distance > maxDistance) problems.push(`it is ${Math.round(distance)} px away from its anchor`)
    return [...problems, ...(await float.evaluate(findCoveringElements))]
  }
  await expect.poll(findProblems, { message: state }).toEqual([])
}

/** Tests nine points. */
function findCoveringElements(float: Element): string[] {
  const { left, top, width, height } = float.getBoundingClientRect()
  const parts = [0.04, 0.5, 0.96]
  return parts
    .flatMap(across => parts.map(down => ({ x: left + width * across, y: top + height * down })))
    .flatMap(({ x, y }) => {
      const seen = document.elementFromPoint(x, y)
      if (seen && float.contains(seen)) return []
      return [
        `at ${Math.round(x)}, ${Math.round(y)} is ${seen?.tagName ?? 'no element'} ${seen?.className ?? ''}`,
      ]
    })
}

/** Fails unless the last item can be scrolled into the window, uncovered. */
export async function expectReachable(items: Locator): Promise<void> {
  const last = items.last()
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 0.99 })
  await last.hover()
}
