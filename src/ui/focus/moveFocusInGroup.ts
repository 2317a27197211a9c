import type { KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * Moves the focus with the arrow keys through the buttons or inputs of a small group, and wraps around. Returns whether
 * the key moved the focus.
 */
export function moveFocusInGroup(event: KeyboardEvent<HTMLElement>, element: 'button' | 'input'): boolean {
  const step = steps[event.key]
  const members: HTMLElement[] = [...event.currentTarget.querySelectorAll(element)]
  const index = event.target instanceof HTMLElement ? members.indexOf(event.target) : -1
  if (step === undefined || index < 0) return false
  event.preventDefault()
  members.at((index + step) % members.length)?.focus()
  return true
}
