import { useEffect, useEffectEvent } from 'react'
import { isKeyHandled } from './useShortcuts.ts'

/** Handles keys wherever the focus is, also in fields, unless a dialog or another handler uses the key. */
export function useDocumentKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyHandled(event)) onKeyDown(event)
  })
  useEffect(() => {
    // Check during capture, because a dialog that handles Escape may be closed when the event arrives here.
    let wasHandled = false
    const recordHandled = (event: KeyboardEvent) => {
      wasHandled = isKeyHandled(event)
    }
    const handleEvent = (event: KeyboardEvent) => {
      if (!wasHandled) handleKey(event)
    }
    addEventListener('keydown', recordHandled, { capture: true })
    document.addEventListener('keydown', handleEvent)
    return () => {
      removeEventListener('keydown', recordHandled, { capture: true })
      document.removeEventListener('keydown', handleEvent)
    }
  }, [])
}
