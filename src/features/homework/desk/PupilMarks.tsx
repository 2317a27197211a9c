import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale } from 'use-intl'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useDelivery, useEntries } from '../../../delivery/DeliveryContext.ts'
import type { OpenDraft } from '../../../delivery/drafts/Drafts.ts'
import { useDraft } from '../../../delivery/drafts/useDraft.ts'
import { isUnfinished } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import {
  type CorrectionDraft,
  correctionDraft,
  createCorrection,
  getDraftKey,
} from '../correction/correctionDraft.ts'
import { createMarkStore, type MarkStore, registerMarkStore } from '../pen/markStore.ts'
import type { PupilMarking } from '../pen/PupilMarking.ts'
import { correctionLane } from '../progress/returnStates.ts'

type PupilMarksProps = {
  entry: SubmissionEntry
  /** Called with undefined when the marks are closed. */
  onChange: (marking: PupilMarking | undefined) => void
}

/**
 * Opens the marks in the draft of a pupil's correction. Suspends until the draft was read. Has no elements of its
 * own.
 */
export function PupilMarks({ entry: { submission }, onChange }: PupilMarksProps) {
  const delivery = useDelivery()
  const language = useLocale()
  const { clock } = useSchoolTime()
  const { todo_id, user_id, is_corrected } = submission
  const key = getDraftKey(todo_id, user_id)
  const lane = correctionLane(todo_id, user_id)
  const isReturning = useEntries(lane).some(entry => entry.lane === lane && isUnfinished(entry))
  const { draft, state } = useDraft(correctionDraft, key)
  const [store, setStore] = useState<MarkStore>()

  // Drawing on returned work starts a new version of its correction.
  const create = useEffectEvent(() => createCorrection(submission, is_corrected ? language : undefined))
  useEffect(() => {
    const opened = createMarkStore(
      delivery,
      createMarkOwner(draft, () => create()),
      clock,
    )
    const unregister = registerMarkStore(delivery, key, opened)
    let isClosed = false
    void opened.loading.then(() => !isClosed && setStore(opened))
    return () => {
      isClosed = true
      setStore(undefined)
      unregister()
      opened.close()
    }
  }, [delivery, key, draft, clock])

  const { value, isPersistent } = state
  const markingState = isReturning ? 'returning' : 'open'
  const otherFiles = [...(value?.files ?? []), ...submission.correction_files].map(({ name }) => name)
  const otherFileNames = JSON.stringify(otherFiles)
  useEffect(() => {
    if (!store) return
    onChange({ store, state: markingState, isPersistent, otherFiles: JSON.parse(otherFileNames) })
    return () => onChange(undefined)
  }, [store, markingState, isPersistent, otherFileNames, onChange])
  return null
}

const createMarkOwner = (draft: OpenDraft<CorrectionDraft>, create: () => CorrectionDraft) => ({
  getMarked: () => draft.state().value?.marked ?? [],
  setMarked(marked: CorrectionDraft['marked']) {
    draft.set({ ...(draft.state().value ?? create()), marked })
  },
  flush: draft.flush,
  subscribe: draft.subscribe,
})
