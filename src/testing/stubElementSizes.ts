import { afterEach, beforeEach, vi } from 'vitest'

/** jsdom lacks ResizeObserver, and virtual lists need sizes. */
class SizedObserver {
  readonly #callback: ResizeObserverCallback
  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback
  }
  observe(target: Element) {
    // virtua positions rows absolutely. Content may set the height of its row.
    const isRow = target instanceof HTMLElement && target.style.position === 'absolute'
    const content = target.firstElementChild
    const contentHeight = content instanceof HTMLElement ? Number.parseFloat(content.style.height) : 0
    const viewportHeight = target.getAttribute('role') === 'log' ? 600 : innerHeight
    const height = isRow ? contentHeight || 60 : viewportHeight
    const entry = { target, contentRect: { width: 500, height } }
    queueMicrotask(() => this.#callback([entry as ResizeObserverEntry], this))
  }
  unobserve() {}
  disconnect() {}
}

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
