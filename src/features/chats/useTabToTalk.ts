import { type RefObject, useEffect } from 'react'

/**
 * In a chat that was opened by its address nothing has the focus yet: the next Tab goes into its messages. `before`
 * stands around them, is no stop itself, and is there before they are loaded.
 */
export function useTabToTalk(before: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) before.current?.focus({ preventScroll: true })
  }, [before])
}
