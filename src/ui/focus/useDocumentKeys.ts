import { useEffect, useEffectEvent } from 'react'
import { isKeyTaken } from './useShortcuts.ts'

/** Handles keys wherever the focus is, also in fields, unless a dialog or another handler uses the key. */
export function useDocumentKeys(press: (event: KeyboardEvent) => void): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyTaken(event)) press(event)
  })
  useEffect(() => {
    // A dialog handles Escape first and may be closed when the event arrives here. So check during capture.
    let wasTaken = false
    const note = (event: KeyboardEvent) => {
      wasTaken = isKeyTaken(event)
    }
    const listen = (event: KeyboardEvent) => {
      if (!wasTaken) heard(event)
    }
    addEventListener('keydown', note, { capture: true })
    document.addEventListener('keydown', listen)
    return () => {
      removeEventListener('keydown', note, { capture: true })
      document.removeEventListener('keydown', listen)
    }
  }, [])
}
