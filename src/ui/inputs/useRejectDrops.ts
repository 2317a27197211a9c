import { useEffect } from 'react'

/**
 * Refuses files that are dropped outside a drop zone, because the browser would open them. The listeners are on the
 * window, so that a drop zone handles the event first.
 */
export function useRejectDrops(): void {
  useEffect(() => {
    const handleDrop = (event: DragEvent) => {
      const { dataTransfer } = event
      if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      dataTransfer.dropEffect = 'none'
    }
    addEventListener('dragover', handleDrop)
    addEventListener('drop', handleDrop)
    return () => {
      removeEventListener('dragover', handleDrop)
      removeEventListener('drop', handleDrop)
    }
  }, [])
}
