import {
  type Funnel,
  funnelOf,
  type Progress,
  progressOf,
  type Step,
  type SubmissionEntry,
} from '../contract/submissions.ts'
import type { ReturnState } from './returned.ts'

/** A draft counts as nothing yet. */
type CorrectionState = ReturnState | 'draft'

export const isOnItsWay = (state: CorrectionState | undefined) => state === 'waiting' || state === 'sending'

export const needsSomebody = (state: CorrectionState | undefined) =>
  state === 'conflict' || state === 'uncertain' || state === 'failed'

/** What is on its way counts as corrected: a row moves when it is returned, not under a later hand. */
export function progressWith(
  submission: SubmissionEntry['submission'],
  state: CorrectionState | undefined,
): Progress {
  if (needsSomebody(state)) return 'handedIn'
  return isOnItsWay(state) ? 'corrected' : progressOf(submission)
}

const stepWith = ({ submission }: SubmissionEntry, state: CorrectionState | undefined): Step => ({
  progress: progressWith(submission, state),
  isSubmitted: submission.is_submitted,
})

export const funnelWith = (
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
): Funnel => funnelOf(entries.map(entry => stepWith(entry, states.get(entry.user.id))))
