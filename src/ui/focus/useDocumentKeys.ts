import { useEffect, useEffectEvent } from 'react'
import { isKeyHandled } from './useShortcuts.ts'

/** Handles keys wherever the focus is, also in fields, unless a dialog or another handler uses the key. */
export function useDocumentKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyHandled(event)) onKeyDown(event)
  })
  useEffect(() => {
    // A dialog handles Escape first and may be closed when the event arrives here. So check during capture.
    let wasTaken = false
    const recordTaken = (event: KeyboardEvent) => {
      wasTaken = isKeyHandled(event)
    }
    const listen = (event: KeyboardEvent) => {
      if (!wasTaken) handleKey(event)
    }
    addEventListener('keydown', recordTaken, { capture: true })
    document.addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', recordTaken, { capture: true })
      document.removeEventListener('keydown', listen)
    }
  }, [])
}
