import { useDocumentKeys } from '../../ui/useDocumentKeys.ts'

/**
 * Alt and an arrow key go to the chat before or after the open one, also out of a field; with Shift to one that has
 * unread messages.
 */
export function useStepKeys(go: (step: 1 | -1, unread: boolean) => void): void {
  useDocumentKeys(event => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(step, event.shiftKey)
  })
}
