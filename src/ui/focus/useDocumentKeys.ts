import { useEffect, useEffectEvent } from 'react'
import { isKeyHandled } from './useShortcuts.ts'

/**
 * Handles keys wherever the focus is, also in fields, unless a dialog or another handler uses the key. Ignores keys
 * that type a character, because looking for dialogs for each letter would slow down typing.
 */
export function useDocumentKeys(onKeyDown: (event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isKeyHandled(event)) onKeyDown(event)
  })
  useEffect(() => {
    // Check during capture, because a dialog that handles Escape may be closed when the event arrives here.
    let wasHandled = false
    const recordHandled = (event: KeyboardEvent) => {
      wasHandled = typesCharacter(event) || isKeyHandled(event)
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

const typesCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey
