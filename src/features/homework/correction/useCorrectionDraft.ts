import { useState } from 'react'
import type { Submission } from '../../../contract/submissions.ts'
import type { DraftState, OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { type CorrectionDraft, correctionDraft, draftKey } from './correctionDraft.ts'
import { seenOf } from './correctionWrite.ts'

export type OpenCorrection = {
  value: CorrectionDraft
  /** There is something to keep. */
  begun: boolean
  state: DraftState<CorrectionDraft>
  draft: OpenDraft<CorrectionDraft>
  /** Changes some of it, on top of whatever was changed a moment ago. */
  change: (patch: Partial<CorrectionDraft> | ((now: CorrectionDraft) => Partial<CorrectionDraft>)) => void
}

/**
 * The correction of one pupil as it is being written. What was opened is kept from the first letter on. `begin` is what
 * the fields hold before it: nothing, or the correction that is to be corrected; another `round` begins anew.
 */
export function useCorrectionDraft(
  submission: Submission,
  begin: Pick<CorrectionDraft, 'text' | 'points'>,
  round: number,
): OpenCorrection {
  const { draft, state } = useDraft(correctionDraft, draftKey(submission.todo_id, submission.user_id))
  // Emptied, a draft is removed: the fields stay empty then, and what they began with does not come back.
  const [touched, setTouched] = useState<number>()
  const orNew = (kept: CorrectionDraft | undefined): CorrectionDraft =>
    kept ?? {
      ...(touched === round ? { text: '', points: '' } : begin),
      files: [],
      opened: seenOf(submission),
      aside: false,
    }
  return {
    value: orNew(state.value),
    begun: state.value !== undefined && !correctionDraft.isEmpty(state.value),
    state,
    draft,
    change: patch => {
      const now = orNew(draft.state().value)
      setTouched(round)
      draft.set({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) })
    },
  }
}

/** How many files of which draft are on their way into the outbox: a correction does not go without them. */
const counts = new WeakMap<Outbox, Map<string, number>>()

export function countFileBeingKept(outbox: Outbox, key: string, by: number): void {
  const ofOutbox = counts.get(outbox) ?? new Map<string, number>()
  counts.set(outbox, ofOutbox)
  ofOutbox.set(key, (ofOutbox.get(key) ?? 0) + by)
}

export const isKeepingFiles = (outbox: Outbox, key: string): boolean =>
  (counts.get(outbox)?.get(key) ?? 0) > 0
