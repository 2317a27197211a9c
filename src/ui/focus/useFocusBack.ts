import { useEffect, useState } from 'react'
import { isFocusLost } from './isFocusLost.ts'

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
