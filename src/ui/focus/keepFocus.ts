import { confirmFocus, focusProvisionally } from './isFocusLost.ts'
import { getTopDialog, isInOverlay, isOverlayOpen } from './overlays.ts'

/** `ancestors`: those at the time of the focus, the nearest first. */
type FocusEntry = { element: HTMLElement; ancestors: readonly Element[] }

const maxEntries = 20

/**
 * Keeps the focus on the page (WCAG 2.4.3). If the focused element disappears or is disabled, or after a press outside
 * a popover, the focus returns to the nearest element that had it before, or to the screen. This focus is provisional
 * (`isFocusLost`). Returns a function that stops this.
 */
export function keepFocus(screen: () => HTMLElement | null): () => void {
  /** The latest first. */
  let history: readonly FocusEntry[] = []
  let frameId: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Position of the last pointer press. Undefined if no popover or dialog was open. */
  let pressPosition: 'inside' | 'outside' | undefined

  const recordFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const entry = { element: target, ancestors: getAncestors(target) }
    history = [entry, ...history.filter(({ element }) => element !== target)].slice(0, maxEntries)
  }

  const restoreFocus = () => {
    frameId = undefined
    const { activeElement, body } = document
    // After a press outside a popover, the browser focuses the screen if no smaller element can be focused.
    const isScreenFocused = pressPosition === 'outside' && activeElement === screen()
    pressPosition = undefined
    if (activeElement !== null && activeElement !== body && !isScreenFocused) return
    const [latest] = history
    const topDialog = getTopDialog()
    const remainingAncestors =
      latest?.ancestors.filter(element => element.isConnected && element !== body) ?? []
    const nearby = (
      topDialog ? remainingAncestors.filter(element => topDialog.contains(element)) : remainingAncestors
    ).flatMap(ancestor => [
      ...history.filter(({ element }) => ancestor.contains(element)).map(({ element }) => element),
      ...(ancestor instanceof HTMLElement ? [ancestor] : []),
    ])
    const earlier = history
      .map(({ element }) => element)
      .filter(element => topDialog?.contains(element) ?? true)
    for (const element of [...nearby, ...earlier, topDialog ?? screen()]) {
      if (element === activeElement || !element?.isConnected || element.matches(':disabled')) continue
      focusProvisionally(element)
      if (document.activeElement === element) return
    }
  }
  /** Waits for event handlers, and for the browser to blur elements that can't have the focus. */
  const scheduleRestore = () => {
    if (frameId !== undefined) return
    frameId = requestAnimationFrame(() => {
      timer = setTimeout(restoreFocus)
    })
  }

  const observer = new MutationObserver(() => {
    const latest = history[0]?.element
    if (latest && (!latest.isConnected || latest.matches(':disabled'))) scheduleRestore()
  })
  observer.observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  })

  // A press on an empty area must not blur a popover, or the button that opened it. The press may close the popover
  // before the focus changes.
  const handlePointerDown = ({ target }: Event) => {
    pressPosition = undefined
    if (isOverlayOpen()) pressPosition = isInOverlay(target) ? 'inside' : 'outside'
    confirmFocus()
  }
  const handleMouseDown = () => {
    if (pressPosition) scheduleRestore()
  }
  const abortController = new AbortController()
  const listenerOptions = { capture: true, signal: abortController.signal }
  addEventListener('focusin', recordFocus, listenerOptions)
  addEventListener('keydown', confirmFocus, listenerOptions)
  addEventListener('pointerdown', handlePointerDown, listenerOptions)
  addEventListener('mousedown', handleMouseDown, listenerOptions)
  return () => {
    abortController.abort()
    observer.disconnect()
    if (frameId !== undefined) cancelAnimationFrame(frameId)
    clearTimeout(timer)
  }
}

function getAncestors(element: Element): Element[] {
  const found: Element[] = []
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) found.push(ancestor)
  return found
}
