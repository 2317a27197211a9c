import { useEffect, useState } from 'react'

/** What has the focus only so that nothing is lost: whoever knows a better place may take it. */
let provisional: Element | undefined

/** Gives the focus to something until somebody who knows better takes it, or the person goes on from there. */
export function focusForNow(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) provisional = element
}

/** The person goes on from where the focus is: it is no longer there for now only. */
export function settleFocus(): void {
  provisional = undefined
}

/** Whether nothing has the focus: what had it is gone from the page. */
export const isFocusLost = (): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement === provisional
}

/**
 * Gives the focus back, when what uses this goes, to what had it before; not where something else has taken it meanwhile.
 * Mantine does so only for what stays mounted and is closed.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (isFocusLost() && before instanceof HTMLElement) before.focus({ preventScroll: true })
    },
    [before],
  )
}
