import { indexOfRow } from './findRow.ts'

type Row = { readonly id: number }

/**
 * What to draw next of a list that changed. `shift`: what changed stands above what is read, so the distance from the
 * end is kept and not the one from the start. `rows` differs from `goal` where both sides changed: one after the other.
 */
export type Step<R extends Row> = { rows: readonly R[]; goal: readonly R[]; shift: boolean }

/** How far below the top of the view something is looked for that is still there. */
const farthest = 500

/** From `shown` to `goal` without moving what is read: the row at index `top`, or the next one that is still there. */
export function steadyStep<R extends Row>(shown: readonly R[], goal: readonly R[], top: number): Step<R> {
  for (let index = Math.max(top, 0); index < Math.min(shown.length, top + farthest); index += 1) {
    const row = shown[index]
    const now = row ? indexOfRow(goal, row.id) : -1
    if (now < 0) continue
    const above = now !== index
    const below = goal.length - now !== shown.length - index
    if (above && below) return { rows: [...goal.slice(0, now), ...shown.slice(index)], goal, shift: true }
    return { rows: goal, goal, shift: above }
  }
  return { rows: goal, goal, shift: false }
}
