import { afterEach, beforeEach, vi } from 'vitest'

/** jsdom lacks ResizeObserver, and virtual lists need sizes. */
class SizedObserver {
  readonly #tell: ResizeObserverCallback
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    // virtua positions rows absolutely. A row's content may set its height.
    const isLine = target instanceof HTMLElement && target.style.position === 'absolute'
    const inside = target.firstElementChild
    const ownHeight = inside instanceof HTMLElement ? Number.parseFloat(inside.style.height) : 0
    const inView = target.getAttribute('role') === 'log' ? 600 : innerHeight
    const height = isLine ? ownHeight || 60 : inView
    const entry = { target, contentRect: { width: 500, height } }
    queueMicrotask(() => this.#tell([entry as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}

/** Call it at the top of a test file. */
export function stubElementSizes(): void {
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', SizedObserver)
    vi.spyOn(HTMLElement.prototype, 'offsetParent', 'get').mockReturnValue(document.body)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
}
