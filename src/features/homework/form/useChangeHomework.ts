import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fetchFresh, keyOf, query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { type DirectWriteKind, type SendOutcome, sendDirectly } from '../../../outbox/queue/directWrite.ts'
import {
  areChangesSaved,
  type FieldProblems,
  getChangedFields,
  type HomeworkContent,
  isSameContent,
  parseChanges,
  toContent,
  toFieldProblems,
} from './homeworkDraft.ts'
import type { HomeworkFormState } from './useHomeworkForm.ts'

/**
 * `checking`: the response was lost, and the homework is read. `uncertain`: that did not show whether it was saved.
 * `conflict`: another user has changed it to `remote`.
 */
export type ChangeState =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'saving' | 'checking' | 'saved' | 'uncertain' }
  | { kind: 'conflict'; remote: HomeworkContent }

const homeworkChange: DirectWriteKind<typeof homework.change, true, Homework> = {
  endpoint: homework.change,
  toResult: () => true,
  async wasApplied({ input, before }, call) {
    const { course_id, homework_id, body } = input
    return areChangesSaved(body, before, await call(homework.get, { course_id, homework_id }))
  },
}

/** Reads the homework before saving, so that a change of another user is never overwritten unseen (rule 24). */
export function useChangeHomework(
  ids: { course_id: number; homework_id: number },
  form: HomeworkFormState,
  base: HomeworkContent,
  formatPoints: (value: number) => string,
) {
  const client = useQueryClient()
  const [state, setState] = useState<ChangeState>({ kind: 'form', problems: {} })
  const isBusy = useRef(false)

  const handleOutcome = (outcome: SendOutcome<true>) => {
    if (outcome.kind === 'done') return setState({ kind: 'saved' })
    if (outcome.kind === 'uncertain') return setState({ kind: 'uncertain' })
    const { error } = outcome
    const problems = error instanceof ApiError ? toFieldProblems(error.fields) : {}
    setState({ kind: 'form', problems, error })
  }

  const save = async (base: HomeworkContent) => {
    const parsed = parseChanges(form.value, base)
    if ('problems' in parsed) return setState({ kind: 'form', problems: parsed.problems })
    setState({ kind: 'saving' })
    try {
      // If a chosen file is refused, the user must see that first.
      if (!(await form.whenFilesStored())) return setState({ kind: 'form', problems: {} })
      const stored = await fetchFresh(client, query(homework.get, ids))
      const remote = toContent(stored, formatPoints)
      const localChanges = getChangedFields(form.value, base)
      const isRemoteChangeIncluded = getChangedFields(remote, base).every(field =>
        localChanges.includes(field),
      )
      // No field differs, or an earlier request with a lost response has saved these changes.
      if (isRemoteChangeIncluded && areChangesSaved(parsed.body, undefined, stored) === true) {
        return setState({ kind: 'saved' })
      }
      if (!isSameContent(remote, base)) {
        // The list behind the form must show the other user's version, too.
        const { course_id } = ids
        void client.invalidateQueries({ queryKey: keyOf(homework.list, { course_id }), exact: true })
        return setState({ kind: 'conflict', remote })
      }
      const input = { ...ids, body: parsed.body }
      const onLost = () => setState({ kind: 'checking' })
      handleOutcome(await sendDirectly(client, homeworkChange, { input, before: stored }, onLost))
    } catch (error) {
      setState({ kind: 'form', problems: {}, error })
    }
  }
  const runOnce = async (action: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await action()
    } finally {
      isBusy.current = false
    }
  }
  return {
    state,
    save: () => void runOnce(() => save(base)),
    /** Replaces the version of another user, which the user has seen. */
    overwrite: (remote: HomeworkContent) => void runOnce(() => save(remote)),
    handleEdit: () =>
      setState(current => {
        const hasNoError = current.kind === 'form' && !current.error
        return hasNoError || current.kind === 'uncertain' ? { kind: 'form', problems: {} } : current
      }),
  }
}
