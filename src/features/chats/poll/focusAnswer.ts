import type { KeyboardEvent } from 'react'

const steps: Record<string, 1 | -1> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/**
 * Keys of a poll of one choice. The arrows of a radio group choose, and here choosing votes, for everyone to see: so they
 * only move the focus (WAI-ARIA, radio group in a toolbar), and Space or Enter votes.
 */
export function focusAnswer(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  if (!(target instanceof HTMLInputElement) || event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Enter' && !event.repeat) target.click()
  const step = steps[key]
  if (key !== 'Enter' && step === undefined) return
  event.preventDefault()
  if (step === undefined) return
  const answers = [...currentTarget.querySelectorAll('input')]
  answers.at((answers.indexOf(target) + step) % answers.length)?.focus()
}
