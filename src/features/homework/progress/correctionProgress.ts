import {
  type Funnel,
  funnelOf,
  type Progress,
  progressOf,
  type Step,
  type SubmissionEntry,
} from '../../../contract/submissions.ts'
import type { CorrectionState } from './returnStates.ts'

const isInFlight = (state: CorrectionState | undefined) => state === 'waiting' || state === 'sending'

export const needsAttention = (state: CorrectionState | undefined) =>
  state === 'conflict' || state === 'uncertain' || state === 'failed'

/** A correction counts as returned as soon as it is queued, so that the row moves only once. */
export function getProgress(
  submission: SubmissionEntry['submission'],
  state: CorrectionState | undefined,
): Progress {
  if (needsAttention(state)) return 'handedIn'
  return isInFlight(state) ? 'corrected' : progressOf(submission)
}

const toStep = ({ submission }: SubmissionEntry, state: CorrectionState | undefined): Step => ({
  progress: getProgress(submission, state),
  isSubmitted: submission.is_submitted,
})

export const getFunnel = (
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
): Funnel => funnelOf(entries.map(entry => toStep(entry, states.get(entry.user.id))))

/** Numbers of a homework that count pupils. `missing`: neither handed in nor marked. */
export type CountedStep = 'seen' | 'handedIn' | 'corrected' | 'missing' | 'notSeen'

const isAt: Record<CountedStep, (step: Step) => boolean> = {
  seen: ({ progress }) => progress !== 'unseen',
  handedIn: ({ progress, isSubmitted }) =>
    progress === 'handedIn' || (progress === 'corrected' && isSubmitted),
  corrected: ({ progress }) => progress === 'corrected',
  missing: ({ progress }) => progress === 'unseen' || progress === 'seen',
  notSeen: ({ progress }) => progress === 'unseen',
}

/** Returns the entries that a number of `getFunnel` counts. */
export const getEntriesAt = (
  entries: readonly SubmissionEntry[],
  states: ReadonlyMap<number, CorrectionState>,
  step: CountedStep,
): SubmissionEntry[] => entries.filter(entry => isAt[step](toStep(entry, states.get(entry.user.id))))

export const countMissing = ({ of, handedIn, withoutHandIn }: Funnel): number => of - handedIn - withoutHandIn

/** Whether a message to these pupils reminds them of the homework. */
export const isReminder = (step: CountedStep): boolean => step === 'missing' || step === 'notSeen'
