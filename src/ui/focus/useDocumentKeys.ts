import { useEffect, useEffectEvent } from 'react'
import { isKeyTaken } from './useShortcuts.ts'

/** Keys that are heard wherever the focus is, in fields too, while nothing else takes them. */
export function useDocumentKeys(press: (event: KeyboardEvent) => void): void {
  const heard = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyTaken(event)) press(event)
  })
  useEffect(() => {
    // A dialog hears Escape first of all and is gone when the key comes here: it was meant for the dialog all the same.
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
