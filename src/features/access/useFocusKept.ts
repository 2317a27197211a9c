import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** How far back is remembered where the focus was. */
const most = 8

/**
 * Keeps the focus when what had it is taken away, as a notice or a question with the button that was pressed: it goes back
 * to where it was before, else to `place`. For everything inside the element the answer is spread on.
 */
export function useFocusKept(place: RefObject<HTMLElement | null>) {
  /** The latest first. */
  const before = useRef<readonly HTMLElement[]>([])
  useEffect(() => {
    const [latest] = before.current
    if (!latest || latest.isConnected || document.activeElement !== document.body) return
    before.current = before.current.filter(element => element.isConnected)
    const next = before.current[0] ?? place.current
    next?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      before.current = [target, ...before.current.filter(element => element !== target)].slice(0, most)
    },
  }
}
