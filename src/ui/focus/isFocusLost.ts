import { useEffect, useState } from 'react'

/** Whether no element has the focus. */
export const isFocusLost = (): boolean => (document.activeElement ?? document.body) === document.body

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
