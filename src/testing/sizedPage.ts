import { afterEach, beforeEach, vi } from 'vitest'

/** Fake of ResizeObserver, which jsdom lacks. Virtual lists need sizes. */
class SizedObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    // virtua positions rows absolutely. The content of a row may set its height.
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

/** Stubs element sizes for all tests of a file. Call it at the top of the file. */
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
