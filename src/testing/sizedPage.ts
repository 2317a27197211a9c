import { afterEach, beforeEach, vi } from 'vitest'

/** What jsdom lacks and a list that draws what is in view asks for: sizes. */
class SizedObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    const height = target.getAttribute('role') === 'log' ? 600 : 60
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
