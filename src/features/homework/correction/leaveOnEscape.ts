import type { KeyboardEvent } from 'react'

/** Escape leaves the field, so that single keys work again. */
export function leaveOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.blur()
}
