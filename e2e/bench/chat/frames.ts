/** Measures the visible content, frame by frame. */

const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))

/**
 * Resolves after the next frame was sent to the compositor. The layout is complete then, so reading it is cheap.
 * Returns the time of the frame.
 */
async function afterFrame(): Promise<number> {
  const at = await frame()
  const { port1, port2 } = new MessageChannel()
  await new Promise(resolve => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
  return at
}

const rowOf = (root: Element, id: number | string) =>
  root.querySelector<HTMLElement>(`[data-message="${id}"]`)

export function scrollerOf(root: Element): HTMLElement {
  for (let at = root.querySelector('[data-message]'); at; at = at.parentElement) {
    if (at instanceof HTMLElement && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  throw new Error('no element scrolls')
}

/** Resolves after the frame that fully shows the message in the visible area. Returns the time in ms. */
export async function painted(root: Element, id: number): Promise<number> {
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    await afterFrame()
    const row = rowOf(root, id)
    if (row && isInView(row, scrollerOf(root))) return performance.now()
  }
  throw new Error(`message ${id} was not shown within a minute`)
}

function isInView(row: HTMLElement, scroller: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  if (top < view.top - 1 || bottom > view.bottom + 1) return false
  return row.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

/**
 * Returns the maximum distance that any visible row moves in the frames after `change`, in px. A row that disappears
 * counts with the height of the view.
 */
export async function movedWhile(root: Element, change: () => void): Promise<number> {
  const scroller = scrollerOf(root)
  const { top: edge, bottom } = scroller.getBoundingClientRect()
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
      const newTop = rowOf(root, id)?.getBoundingClientRect().top
      moved = Math.max(moved, newTop === undefined ? bottom - edge : Math.abs(newTop - top))
    }
  }
  return moved
}

const scrollFor = 3000
/** In px per second, like a fast wheel. */
const speed = 2000
const wholeFrame = 1000 / 60

/** Scrolls up for 3 s, or down again from the top, and counts dropped frames. */
export async function droppedFrames(root: Element): Promise<number> {
  const scroller = scrollerOf(root)
  let direction = -1
  let dropped = 0
  let last = await frame()
  const end = last + scrollFor
  while (last < end) {
    const now = await frame()
    dropped += Math.max(0, Math.round((now - last) / wholeFrame) - 1)
    if (scroller.scrollTop <= 0) direction = 1
    scroller.scrollBy({ top: (direction * speed * (now - last)) / 1000, behavior: 'instant' })
    last = now
  }
  return dropped
}
