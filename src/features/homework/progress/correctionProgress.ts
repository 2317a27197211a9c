import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { countWork, type WorkCounts, type WorkState, workStateOf } from '../../../contract/workCounts.ts'
import type { CorrectionState } from './returnStates.ts'

const isInFlight = (state: CorrectionState | undefined) =>
  state === 'returned' || state === 'waiting' || state === 'sending'

export const needsAttention = (state: CorrectionState | undefined) =>
  state === 'conflict' || state === 'uncertain' || state === 'failed'

/** A correction counts as returned as soon as it is queued, so that the row moves only once. */
export function getWorkState(
  submission: SubmissionEntry['submission'],
  state: CorrectionState | undefined,
): WorkState {
  if (needsAttention(state)) return 'toCorrect'
  return isInFlight(state) ? 'corrected' : workStateOf(submission)
}

/** Corrections by pupil ID. */
type States = ReadonlyMap<number, CorrectionState>

export const countEntries = (entries: readonly SubmissionEntry[], states: States): WorkCounts =>
  countWork(
    entries.map(({ user, submission }) => ({
      state: getWorkState(submission, states.get(user.id)),
      isSeen: submission.is_acknowledged,
    })),
  )

/** Returns the entries that a number of `countEntries` counts. */
export const getEntriesIn = (
  entries: readonly SubmissionEntry[],
  states: States,
  workState: WorkState,
): SubmissionEntry[] =>
  entries.filter(({ user, submission }) => getWorkState(submission, states.get(user.id)) === workState)
