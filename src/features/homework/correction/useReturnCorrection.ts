import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import type { MarkingContext } from '../scheme/markedDraft.ts'
import type { AfterReturn, ReturnProblem } from './CorrectionForm.tsx'
import type { OpenCorrection } from './correctionDraft.ts'
import { returnCorrection } from './correctionEntry.ts'
import { rememberPhrases } from './phraseSetting.ts'

/** Moves the typed correction into the delivery. */
export function useReturnCorrection(
  homework: Homework,
  { user, submission }: SubmissionEntry,
  { getLatest }: OpenCorrection,
  context: MarkingContext,
  onReturned: (afterReturn: AfterReturn) => void,
) {
  'use memo'
  const t = useT('correction')
  const client = useQueryClient()
  const delivery = useDelivery()
  const { clock } = useSchoolTime()
  const runOnce = useSingleAction()
  const [problem, setProblem] = useState<ReturnProblem>()
  const send = async (afterReturn: AfterReturn) => {
    // Without storage, a correction that waits for its undo time would be lost when the page closes.
    const isUndoable = afterReturn === 'next' && delivery.isPersistent()
    const options = {
      ...{ homework, submission, context },
      title: t('entryTitle', { name: sanitizeName(user.name) }),
      ...(isUndoable && { notBefore: clock() + undoMs }),
    }
    // The latest typed text, which may not be rendered yet.
    const result = await returnCorrection(delivery, options, getLatest)
    if ('problem' in result) return setProblem(result.problem)
    onReturned(afterReturn)
    // The correction is queued even if its phrases can't be stored.
    void rememberPhrases(client, [result.body.teacher_correction], clock()).catch(() => undefined)
  }
  return {
    problem,
    clearProblem: () => setProblem(undefined),
    returnCorrection: (afterReturn: AfterReturn) => {
      setProblem(undefined)
      runOnce(() => send(afterReturn).catch(() => setProblem({ field: 'all', why: 'notStored' })))
    },
  }
}
