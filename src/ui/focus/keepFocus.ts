import { frontDialog, isInFloat, isSomethingFloating } from './floating.ts'
import { focusForNow, settleFocus } from './isFocusLost.ts'

/** A previously focused element and its ancestors at that time, the nearest first. */
type Place = { element: HTMLElement; around: readonly Element[] }

/** Maximum number of remembered elements. */
const most = 20

/**
 * Keeps the focus on the page (WCAG 2.4.3). The focused element can disappear, e.g. a menu, a dialog or a deleted row,
 * or become disabled. A press outside a popover also removes the focus. The focus then returns to the nearest element
 * that had it before, or to the screen. Other code can still choose a better element, because `isFocusLost` stays true.
 * Returns a function that stops this.
 */
export function keepFocus(screen: () => HTMLElement | null): () => void {
  /** The latest first. */
  let before: readonly Place[] = []
  let coming: number | undefined
  let turn: ReturnType<typeof setTimeout> | undefined
  /** Whether the last pointer press was inside or outside an open popover or dialog. */
  let overFloat: 'in' | 'beside' | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const place = { element: target, around: elementsAround(target) }
    before = [place, ...before.filter(({ element }) => element !== target)].slice(0, most)
  }

  const giveBack = () => {
    coming = undefined
    const { activeElement, body } = document
    // After a press outside a popover, the browser focuses the screen if no smaller element can be focused.
    const isNowhere = overFloat === 'beside' && activeElement === screen()
    overFloat = undefined
    if (activeElement !== null && activeElement !== body && !isNowhere) return
    const [latest] = before
    const front = frontDialog()
    const stayed = latest?.around.filter(element => element.isConnected && element !== body) ?? []
    const near = (front ? stayed.filter(element => front.contains(element)) : stayed).flatMap(around => [
      ...before.filter(({ element }) => around.contains(element)).map(({ element }) => element),
      ...(around instanceof HTMLElement ? [around] : []),
    ])
    const far = before.map(({ element }) => element).filter(element => front?.contains(element) ?? true)
    for (const element of [...near, ...far, front ?? screen()]) {
      if (element === activeElement || !element?.isConnected || element.matches(':disabled')) continue
      focusForNow(element)
      if (document.activeElement === element) return
    }
  }
  /** Waits until event handlers have run and the browser has removed the focus from elements that can't have it. */
  const soon = () => {
    if (coming !== undefined) return
    coming = requestAnimationFrame(() => {
      turn = setTimeout(giveBack)
    })
  }

  const gone = new MutationObserver(() => {
    const latest = before[0]?.element
    if (latest && (!latest.isConnected || latest.matches(':disabled'))) soon()
  })
  gone.observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })

  // A press on an empty area must not lose the focus of a popover, or of the button that opened it. The press may close
  // the popover before the focus changes.
  const pressed = ({ target }: Event) => {
    overFloat = isInFloat(target) ? 'in' : isSomethingFloating() ? 'beside' : undefined
    settleFocus()
  }
  const released = () => {
    if (overFloat) soon()
  }
  const listening = new AbortController()
  const first = { capture: true, signal: listening.signal }
  addEventListener('focusin', note, first)
  addEventListener('keydown', settleFocus, first)
  addEventListener('pointerdown', pressed, first)
  addEventListener('mousedown', released, first)
  return () => {
    listening.abort()
    gone.disconnect()
    if (coming !== undefined) cancelAnimationFrame(coming)
    clearTimeout(turn)
  }
}

function elementsAround(element: Element): Element[] {
  const found: Element[] = []
  for (let above = element.parentElement; above; above = above.parentElement) found.push(above)
  return found
}
