import type { ListedHomework } from './homework.ts'
import type { Submission } from './submissions.ts'

/** States of a pupil's work. They exclude each other, so that their numbers add up to the class. */
export const workStates = ['missing', 'toCorrect', 'corrected'] as const
export type WorkState = (typeof workStates)[number]

/** A correction without a submission, e.g. of a paper test, counts as corrected. */
export function workStateOf({
  is_submitted,
  is_corrected,
}: Pick<Submission, 'is_submitted' | 'is_corrected'>): WorkState {
  if (is_corrected) return 'corrected'
  return is_submitted ? 'toCorrect' : 'missing'
}

/** Numbers of pupils. `notSeen` are those of `missing` who have not seen the homework. */
export type WorkCounts = Record<WorkState, number> & { notSeen: number; of: number }

export function countWork(pupils: readonly { state: WorkState; isSeen: boolean }[]): WorkCounts {
  const count = (state: WorkState) => pupils.filter(pupil => pupil.state === state).length
  return {
    missing: count('missing'),
    toCorrect: count('toCorrect'),
    corrected: count('corrected'),
    notSeen: pupils.filter(({ state, isSeen }) => state === 'missing' && !isSeen).length,
    of: pupils.length,
  }
}

/** The same numbers as sent by the service. Undefined if it does not count this homework for the user. */
export function workCountsOf({
  is_submissionable,
  counts,
}: Pick<ListedHomework, 'is_submissionable' | 'counts'>): WorkCounts | undefined {
  if (!is_submissionable || !counts) return undefined
  const { to_correct, corrected, seen, of } = counts
  return { missing: of - to_correct - corrected, toCorrect: to_correct, corrected, notSeen: of - seen, of }
}
