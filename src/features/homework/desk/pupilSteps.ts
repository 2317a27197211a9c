import type { Pupil, PupilGroup } from './pupilGroups.ts'

/** The pupils in the order of the list. */
export const inOrder = (groups: readonly PupilGroup[]): readonly Pupil[] =>
  groups.flatMap(({ pupils }) => pupils)

/** The pupil `step` further down the list. From one who is not in it: the first, or for a step back the last. */
export function neighbour(
  groups: readonly PupilGroup[],
  from: number | undefined,
  step: 1 | -1,
): Pupil | undefined {
  const pupils = inOrder(groups)
  const at = pupils.findIndex(({ id }) => id === from)
  if (at < 0) return step === 1 ? pupils[0] : pupils.at(-1)
  return pupils[at + step]
}

/**
 * The next to correct after `from`, from the end on at the beginning, never `from` itself. One who was just returned
 * stands among the others already: `before` is the order in which they were last to correct.
 */
export function nextToCorrect(
  groups: readonly PupilGroup[],
  from: number | undefined,
  step: 1 | -1 = 1,
  before: readonly Pupil[] = [],
): Pupil | undefined {
  const waiting = groups.find(({ standing }) => standing === 'toCorrect')?.pupils ?? []
  const at = waiting.findIndex(({ id }) => id === from)
  if (at >= 0) {
    const next = waiting.at((at + step + waiting.length) % waiting.length)
    return next?.id === from ? undefined : next
  }
  const ids = new Map(waiting.map(pupil => [pupil.id, pupil]))
  const was = before.findIndex(({ id }) => id === from)
  if (was >= 0) {
    const after = [...before.slice(was + 1), ...before.slice(0, was)]
    const found = (step === 1 ? after : after.toReversed()).find(({ id }) => ids.has(id))
    if (found) return ids.get(found.id)
  }
  return step === 1 ? waiting[0] : waiting.at(-1)
}

/** Where a pupil stands in their group, from 1. */
export function placeOf(
  groups: readonly PupilGroup[],
  id: number,
): { pupil: Pupil; position: number; of: number } | undefined {
  for (const { pupils } of groups) {
    const at = pupils.findIndex(pupil => pupil.id === id)
    const pupil = pupils[at]
    if (pupil) return { pupil, position: at + 1, of: pupils.length }
  }
  return undefined
}
