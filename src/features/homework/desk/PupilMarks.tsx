import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale } from 'use-intl'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft } from '../../../outbox/drafts/useDraft.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import {
  type CorrectionDraft,
  correctionDraft,
  createCorrection,
  getDraftKey,
} from '../correction/correctionDraft.ts'
import { isPending } from '../correction/correctionWrite.ts'
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
  const outbox = useOutbox()
  const language = useLocale()
  const { clock } = useSchoolTime()
  const { todo_id, user_id, is_corrected } = submission
  const key = getDraftKey(todo_id, user_id)
  const lane = correctionLane(todo_id, user_id)
  const isReturning = useWrites(lane).some(write => write.lane === lane && isPending(write))
  const { draft, state } = useDraft(correctionDraft, key)
  const [store, setStore] = useState<MarkStore>()

  // Drawing on returned work starts a new version of its correction.
  const create = useEffectEvent(() => createCorrection(submission, is_corrected ? language : undefined))
  useEffect(() => {
    const opened = createMarkStore(
      outbox,
      createMarkOwner(draft, () => create()),
      clock,
    )
    const unregister = registerMarkStore(outbox, key, opened)
    let isClosed = false
    void opened.loading.then(() => !isClosed && setStore(opened))
    return () => {
      isClosed = true
      setStore(undefined)
      unregister()
      opened.close()
    }
  }, [outbox, key, draft, clock])

  const { value, isReadOnly, isPersistent } = state
  const markingState = getMarkingState({ isReadOnly, isReturning, isAside: value?.aside === true })
  const otherFiles = [...(value?.files ?? []), ...submission.correction_files].map(({ name }) => name)
  const otherFileNames = JSON.stringify(otherFiles)
  useEffect(() => {
    if (!store) return
    onChange({ store, state: markingState, isPersistent, otherFiles: JSON.parse(otherFileNames) })
    return () => onChange(undefined)
  }, [store, markingState, isPersistent, otherFileNames, onChange])
  return null
}

type MarkingFacts = { isReadOnly: boolean; isReturning: boolean; isAside: boolean }

function getMarkingState({ isReadOnly, isReturning, isAside }: MarkingFacts): PupilMarking['state'] {
  if (isReturning) return 'returning'
  if (isReadOnly) return 'otherTab'
  return isAside ? 'aside' : 'open'
}

const createMarkOwner = (draft: OpenDraft<CorrectionDraft>, create: () => CorrectionDraft) => ({
  getMarked: () => draft.state().value?.marked ?? [],
  setMarked(marked: CorrectionDraft['marked']) {
    draft.set({ ...(draft.state().value ?? create()), marked })
  },
  flush: draft.flush,
  isReadOnly: () => draft.state().isReadOnly,
  subscribe: draft.subscribe,
})
