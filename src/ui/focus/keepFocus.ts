import { isFocusLost } from './isFocusLost.ts'
import { getTopDialog, isInOverlay } from './overlays.ts'

/**
 * Focuses the frontmost dialog or the screen if a dialog or menu with the focus closes and nothing else receives it
 * (WCAG 2.4.3). Browsers continue at the position of any other removed element. Returns a function that stops this.
 */
export function keepFocus(screen: () => HTMLElement | null): () => void {
  /** The focused element of an overlay. */
  let inOverlay: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const recordFocus = ({ target }: FocusEvent) => {
    inOverlay = target instanceof Element && isInOverlay(target) ? target : undefined
  }
  const restoreFocus = () => {
    if (isFocusLost()) (getTopDialog() ?? screen())?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (!inOverlay || inOverlay.isConnected) return
    inOverlay = undefined
    // After the effects of the component that has closed it.
    timer = setTimeout(restoreFocus)
  })
  observer.observe(document, { childList: true, subtree: true })
  addEventListener('focusin', recordFocus)
  return () => {
    removeEventListener('focusin', recordFocus)
    observer.disconnect()
    clearTimeout(timer)
  }
}
