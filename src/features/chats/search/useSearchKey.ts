import { useDocumentKeys } from '../../../ui/useDocumentKeys.ts'

/** Ctrl+Shift+F, out of fields too: Ctrl+F stays the browser's. */
export function useSearchKey(search: () => void): void {
  useDocumentKeys(event => {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event
    if (key.toLowerCase() !== 'f' || !(ctrlKey || metaKey) || !shiftKey || altKey) return
    event.preventDefault()
    search()
  })
}
