import { isFocusLost } from './isFocusLost.ts'
import { getTopDialog, isInOverlay } from './overlays.ts'

const maxEntries = 20

/**
 * If a dialog or menu with the focus closes and nothing else receives it, focuses the last focused element that remains
 * in the frontmost dialog or on the page, otherwise the dialog or the screen (WCAG 2.4.3). After any other element is
 * removed, browsers continue at its position. Returns a function that stops this.
 */
export function keepFocus(screen: () => HTMLElement | null): () => void {
  /** The latest first. */
  let focused: readonly HTMLElement[] = []
  let wasInOverlay = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const recordFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    wasInOverlay = isInOverlay(target)
    focused = [target, ...focused.filter(element => element !== target)].slice(0, maxEntries)
  }
  const restoreFocus = () => {
    const dialog = getTopDialog()
    const remaining = focused.filter(element => dialog?.contains(element) ?? element.isConnected)
    for (const element of [...remaining, dialog ?? screen()])
      if (isFocusLost()) element?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (!wasInOverlay || focused[0]?.isConnected) return
    wasInOverlay = false
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
