import { useEffect } from 'react'

/** Ctrl+Shift+F, out of fields too: Ctrl+F stays the browser's. */
export function useSearchKey(search: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey) return
      if (event.key.toLowerCase() !== 'f' || document.querySelector('[role="dialog"][aria-modal="true"]'))
        return
      event.preventDefault()
      search()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })
}
