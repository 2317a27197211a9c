import { afterFrame, root } from '../inPage.ts'

const rowOf = (id: number | string) => root.querySelector<HTMLElement>(`[data-message="${id}"]`)

function findScroller(): HTMLElement {
  for (let at = root.querySelector('[data-message]'); at; at = at.parentElement) {
    if (at instanceof HTMLElement && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  throw new Error('no element scrolls')
}

/** Whether the message is fully in the visible area. */
export function isInView(id: number): boolean {
  const row = rowOf(id)
  if (!row) return false
  const { top, bottom } = row.getBoundingClientRect()
  const view = findScroller().getBoundingClientRect()
  if (top < view.top - 1 || bottom > view.bottom + 1) return false
  return row.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

/**
 * Returns the maximum distance that any visible row moves in the frames after `change`, in px. A row that disappears
 * counts with the height of the view.
 */
export async function movedWhile(change: () => void): Promise<number> {
  const { top: edge, bottom } = findScroller().getBoundingClientRect()
  const before = new Map<string, number>()
  for (const row of root.querySelectorAll<HTMLElement>('[data-message]')) {
    const box = row.getBoundingClientRect()
    if (box.bottom > edge && box.top < bottom) before.set(row.dataset.message ?? '', box.top)
  }
  if (before.size === 0) throw new Error('no row is in view')
  change()
  let moved = 0
  const end = performance.now() + 400
  while (performance.now() < end) {
    await afterFrame()
    for (const [id, top] of before) {
      const newTop = rowOf(id)?.getBoundingClientRect().top
      moved = Math.max(moved, newTop === undefined ? bottom - edge : Math.abs(newTop - top))
    }
  }
  return moved
}

const scrollFor = 1500
/** In px per second, like a fast wheel. */
const speed = 2000
const wholeFrame = 1000 / 60

/** Scrolls up for 1.5 s, or down again from the top, and counts dropped frames. */
export async function countDroppedFrames(): Promise<number> {
  const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
  const scroller = findScroller()
  let direction = -1
  let dropped = 0
  let last = await frame()
  const end = last + scrollFor
  while (last < end) {
    const time = await frame()
    dropped += Math.max(0, Math.round((time - last) / wholeFrame) - 1)
    if (scroller.scrollTop <= 0) direction = 1
    scroller.scrollBy({ top: (direction * speed * (time - last)) / 1000, behavior: 'instant' })
    last = time
  }
  return dropped
}
