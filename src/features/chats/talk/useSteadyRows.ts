import { useLayoutEffect, useState } from 'react'
import { type Step, steadyStep } from './steadyStep.ts'
import type { TalkScroll } from './talkScroll.ts'

/** The rows to draw so that nothing that is read moves; `shift` as virtua wants it. Both sides change in two steps. */
export function useSteadyRows<R extends { readonly id: number }>(
  goal: readonly R[],
  scroll: TalkScroll,
): Step<R> {
  const [step, setStep] = useState<Step<R>>({ rows: goal, goal, shift: false })
  const next = step.goal === goal ? step : steadyStep(step.rows, goal, scroll.top())
  if (next !== step) setStep(next)
  // Before anything is painted.
  useLayoutEffect(() => {
    if (next.rows !== next.goal) setStep({ rows: next.goal, goal: next.goal, shift: false })
  }, [next])
  return next
}
