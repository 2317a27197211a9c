import { afterEach, beforeEach, vi } from 'vitest'

/** What jsdom lacks and a list that draws what is in view asks for: sizes. */
class SizedObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    // A line of a list stands where virtua put it; it may say how high it is.
    const isLine = target instanceof HTMLElement && target.style.position === 'absolute'
    const inside = target.firstElementChild
    const said = inside instanceof HTMLElement ? Number.parseFloat(inside.style.height) : 0
    const inView = target.getAttribute('role') === 'log' ? 600 : innerHeight
    const height = isLine ? said || 60 : inView
    const entry = { target, contentRect: { width: 500, height } }
    queueMicrotask(() => this.#tell([entry as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}

/** For the top of a test file: sizes, and time enough for whole journeys. */
export function sizedPage(): void {
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', SizedObserver)
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
