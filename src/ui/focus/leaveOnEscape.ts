import type { KeyboardEvent } from 'react'
import { isComposing } from './isComposing.ts'

/** Leaves a field on Escape, because single-key shortcuts work only outside fields. */
export function leaveOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || isComposing(event)) return
  event.preventDefault()
  event.currentTarget.blur()
}
