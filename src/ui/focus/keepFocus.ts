import { frontDialog, isInFloat, isSomethingFloating } from './floating.ts'
import { focusForNow, settleFocus } from './isFocusLost.ts'

/** Where the focus was, and what was around it then, the nearest first. */
type Place = { element: HTMLElement; around: readonly Element[] }

/** So many places are remembered. */
const most = 20

/**
 * Keeps the focus on the page (WCAG 2.4.3). What had it may go: a menu, a dialog, the row that was deleted, a button that
 * is switched off. And a press beside what floats takes it away. Then it goes back to what had it before, nearest first,
 * at last to the screen. A part of the page that knows a better place takes it from there: `isFocusLost` still says so.
 */
export function keepFocus(screen: () => HTMLElement | null): () => void {
  /** The latest first. */
  let before: readonly Place[] = []
  let coming: number | undefined
  let turn: ReturnType<typeof setTimeout> | undefined
  /** Something floated when the pointer was last pressed, in it or beside it. */
  let overFloat: 'in' | 'beside' | undefined

  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    const place = { element: target, around: elementsAround(target) }
    before = [place, ...before.filter(({ element }) => element !== target)].slice(0, most)
  }

  const giveBack = () => {
    coming = undefined
    const { activeElement, body } = document
    // Pressed beside what floats, the screen takes the focus for want of anything smaller.
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
  /** Not before whoever closed something had its turn, and the browser has noticed what can't have the focus any more. */
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

  // A press on nothing in particular is no wish to lose what floats, nor the place it was opened from. What floats may
  // be closed by the press before the focus goes.
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
