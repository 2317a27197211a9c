import { useEffect, useState } from 'react'

/** Focused only so that the focus is not lost. */
let provisional: Element | undefined

/**
 * Focuses an element until other code finds a better one: `isFocusLost` stays true until the focus moves, or the user
 * presses a key or the pointer.
 */
export function focusProvisionally(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) provisional = element
}

/** Ends the provisional state, because the user continues from this element. */
export function confirmFocus(): void {
  provisional = undefined
}

/** Whether no element has the focus, or only a provisional one. */
export const isFocusLost = (): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement === provisional
}

/**
 * On unmount, returns the focus to the element that had it before, unless another element has the focus. Mantine's
 * `returnFocus` works only for components that stay mounted while closed.
 */
export function useRestoreFocus(): void {
  const [previous] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (isFocusLost() && previous instanceof HTMLElement) previous.focus({ preventScroll: true })
    },
    [previous],
  )
}
