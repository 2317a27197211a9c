import { useEffect } from 'react'

const modal = '[role="dialog"][aria-modal="true"]'

/**
 * Alt and an arrow key go to the chat before or after the open one, also out of a field; with Shift to one that has
 * unread messages.
 */
export function useStepKeys(go: (step: 1 | -1, unread: boolean) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
      if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
      if (event.defaultPrevented || document.querySelector(modal)) return
      event.preventDefault()
      go(step, event.shiftKey)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
