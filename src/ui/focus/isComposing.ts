import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/**
 * Whether an input method (IME) uses the key, e.g. the Enter that accepts a word. Safari ends the composition before
 * that Enter and reports it only by the key code 229.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const native = 'nativeEvent' in event ? event.nativeEvent : event
  return native.isComposing || native.keyCode === 229
}
