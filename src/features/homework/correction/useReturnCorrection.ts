import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { MarkedCopyError } from '../pen/markedCopies.ts'
import type { MarkingContext } from '../scheme/markedDraft.ts'
import { addMarkedCopies } from './addMarkedCopies.ts'
import type { AfterReturn, ReturnProblem } from './CorrectionForm.tsx'
import { parseBody } from './correctionBody.ts'
import { type CorrectionDraft, correctionDraft, getDraftKey, type OpenCorrection } from './correctionDraft.ts'
import { returnCorrections } from './correctionWrite.ts'
import { rememberPhrases } from './phraseSetting.ts'

type LateProblems = ReadonlyMap<string, ReturnProblem>

/** Problems that occurred after the teacher had moved on to another pupil, by key of the draft. */
const getLateProblems = memoizePerOwner((_: Outbox) => createStore<LateProblems>(() => new Map()))

/** Moves the typed correction into the outbox. Further calls are ignored until it has finished. */
export function useReturnCorrection(
  { user, submission }: SubmissionEntry,
  { getLatest }: OpenCorrection,
  context: MarkingContext,
  onReturned: (afterReturn: AfterReturn) => void,
) {
  'use memo'
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const { clock } = useSchoolTime()
  const key = getDraftKey(submission.todo_id, user.id)
  const lateProblems = getLateProblems(outbox)
  const lateProblem = useStore(lateProblems, problems => problems.get(key))
  const [problem, setProblem] = useState<ReturnProblem>()
  const [isReturning, setIsReturning] = useState(false)
  const isBusy = useRef(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  // Called for each typed character.
  const clearProblem = () => {
    setProblem(undefined)
    if (!lateProblems.getState().has(key)) return
    lateProblems.setState(problems => new Map([...problems].filter(([other]) => other !== key)), true)
  }
  const showProblem = (found: ReturnProblem | undefined) => {
    if (isMounted.current) setProblem(found)
    else if (found) lateProblems.setState(problems => new Map(problems).set(key, found), true)
  }

  const queueCorrection = async (
    typed: CorrectionDraft,
    draft: OpenDraft<CorrectionDraft>,
    afterReturn: AfterReturn,
  ): Promise<ReturnProblem | undefined> => {
    const parsed = parseBody(typed, context)
    if ('problem' in parsed) return parsed.problem
    // Set the draft before the next await, so that later changes are not overwritten.
    draft.set(typed)
    for (const { id } of typed.files) {
      if (!(await outbox.drafts.fileInfo(id))) return { field: 'file', id }
    }
    const marked = await addMarkedCopies(outbox, queryClient, draft, submission)
    if (!(await draft.flush())) return { field: 'all', why: 'notStored' }
    const correction = {
      todoId: submission.todo_id,
      userId: user.id,
      relation: submission.correction_files_document_relation,
      draft: { ...typed, marked },
      body: parsed.body,
    }
    // Without storage, a correction that waits for its undo time would be lost when the page closes.
    const isUndoable = afterReturn === 'next' && outbox.isPersistent()
    const options = isUndoable ? { notBefore: clock() + undoMs } : {}
    const queued = await returnCorrections(outbox, [correction], options)
    if (queued.length === 0) {
      // Another tab that returned the draft has also deleted it.
      return draft.state().value && { field: 'all', why: 'changed' }
    }
    // Stay at the other pupil if the teacher has moved on meanwhile.
    if (isMounted.current) onReturned(afterReturn)
    // The correction is queued even if its phrases can't be stored.
    void rememberPhrases(outbox, [parsed.body.teacher_correction]).catch(() => undefined)
    return undefined
  }

  const returnCorrection = (afterReturn: AfterReturn, patch: Partial<CorrectionDraft> = {}) => {
    if (isBusy.current) return
    isBusy.current = true
    setIsReturning(true)
    clearProblem()
    // Keep the draft open if the teacher moves on to another pupil while copies are created.
    void withDraft(outbox, correctionDraft, key, draft =>
      // Use the latest typed text, which may not be rendered yet.
      queueCorrection({ ...getLatest(), ...patch }, draft, afterReturn),
    )
      .then(showProblem, (error: unknown) => showProblem(toProblem(error)))
      .finally(() => {
        isBusy.current = false
        setIsReturning(false)
      })
  }
  return { problem: problem ?? lateProblem, clearProblem, isReturning, returnCorrection }
}

const toProblem = (error: unknown): ReturnProblem =>
  error instanceof MarkedCopyError ? { field: 'marked', error } : { field: 'all', why: 'notStored' }
