import { useEffect, useState } from 'react'

/** Element that was focused only so that the focus is not lost. Other code may move the focus to a better element. */
let provisional: Element | undefined

/**
 * Focuses an element provisionally: `isFocusLost` stays true until other code moves the focus, or the user presses a
 * key or the pointer.
 */
export function focusProvisionally(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  if (document.activeElement === element) provisional = element
}

/** Makes a provisional focus final, because the user continues from this element. */
export function confirmFocus(): void {
  provisional = undefined
}

/** Whether no element has the focus, or only a provisional one. */
export const isFocusLost = (): boolean => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement === provisional
}

/**
 * On unmount, returns the focus to the element that had it before the mount, unless another element has it by then.
 * Mantine's own `returnFocus` works only for components that stay mounted while closed.
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
