import { useEffect, useRef, useState } from 'react'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { bodyOf, type CorrectionDraft, type DraftProblem, longestText } from './correctionDraft.ts'
import { rememberPhrases } from './phraseMemory.ts'
import { returnCorrections } from './returnCorrections.ts'
import type { OpenCorrection } from './useCorrectionDraft.ts'

export type ReturnTo = 'next' | 'stay'
/** `text` and `points`: at the field. `file`: the kept file with this id is gone. `notStored`: no room for it. */
export type ReturnProblem = DraftProblem | { field: 'file'; id: string } | { field: 'all'; why: 'notStored' }

/** Returns what is typed: checked with the endpoint's own schema, once however often it is asked for. */
export function useReturn(
  { user, submission }: SubmissionEntry,
  { value, draft }: OpenCorrection,
  onReturned: (to: ReturnTo) => void,
) {
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const [problem, setProblem] = useState<ReturnProblem>()
  const [returning, setReturning] = useState(false)
  const busy = useRef(false)
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])

  const store = async (typed: CorrectionDraft, to: ReturnTo): Promise<ReturnProblem | undefined> => {
    if (draft.state().forks.length > 0) {
      // Out of the field: both versions come up, and one has to be chosen first.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      return undefined
    }
    const read = bodyOf(typed)
    if ('problem' in read) return read.problem
    // First of all: what is added while this waits must not be written over.
    draft.set(typed)
    for (const { id } of typed.files) {
      if (!(await outbox.drafts.file(id))) return { field: 'file', id }
    }
    if (!(await draft.flush())) return { field: 'all', why: 'notStored' }
    const one = {
      todoId: submission.todo_id,
      userId: user.id,
      relation: submission.correction_files_document_relation,
      draft: typed,
      body: read.body,
    }
    const went = await returnCorrections(outbox, [one])
    if (went.length === 0) return undefined
    // Whoever went to another pupil meanwhile stays there.
    if (shown.current) onReturned(to)
    // A memory that can't be kept is no reason to say that the correction was not.
    void rememberPhrases(outbox, [read.body.teacher_correction], clock()).catch(() => undefined)
    return undefined
  }

  const send = async (to: ReturnTo, patch: Partial<CorrectionDraft> = {}) => {
    if (busy.current) return
    busy.current = true
    setReturning(true)
    try {
      // What was typed this very moment, not what was drawn last.
      setProblem(await store({ ...(draft.state().value ?? value), ...patch }, to))
    } catch {
      setProblem({ field: 'all', why: 'notStored' })
    } finally {
      busy.current = false
      setReturning(false)
    }
  }
  return {
    problem,
    returning,
    send: (to: ReturnTo, patch?: Partial<CorrectionDraft>) => void send(to, patch),
    /** Something wrong with a field is forgotten while that is changed. */
    touched: () => setProblem(undefined),
    longestText,
  }
}
