import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fetchFresh, keyOf, query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { type AtOnceKind, type Sent, sendAtOnce } from '../../../outbox/queue/sendAtOnce.ts'
import {
  areChangesSaved,
  changedFields,
  contentOf,
  type FieldProblems,
  type HomeworkContent,
  isSameContent,
  parseChanges,
  toFieldProblems,
} from './homeworkDraft.ts'
import type { OpenForm } from './useHomeworkForm.ts'

/**
 * `checking`: the response was lost and the homework is read again. `uncertain`: the read did not show whether it was
 * saved. `conflict`: `remote` is the homework after another user changed it.
 */
export type Changing =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'saving' | 'checking' | 'saved' | 'uncertain' }
  | { kind: 'conflict'; remote: HomeworkContent }

const homeworkChange: AtOnceKind<typeof homework.change, true, Homework> = {
  endpoint: homework.change,
  toResult: () => true,
  async wasApplied({ input, before }, call) {
    const { course_id, homework_id, body } = input
    return areChangesSaved(body, before, await call(homework.get, { course_id, homework_id }))
  },
}

/**
 * Saves changes. Reads the homework again first, so that a change of another user is never overwritten unseen (rule
 * 24).
 */
export function useChangeHomework(
  ids: { course_id: number; homework_id: number },
  form: OpenForm,
  opened: HomeworkContent,
  points: (value: number) => string,
) {
  const client = useQueryClient()
  const [changing, setChanging] = useState<Changing>({ kind: 'form', problems: {} })
  const isBusy = useRef(false)

  const handleOutcome = (sent: Sent<true>) => {
    if (sent.kind === 'done') return setChanging({ kind: 'saved' })
    if (sent.kind === 'uncertain') return setChanging({ kind: 'uncertain' })
    const { error } = sent
    const problems = error instanceof ApiError ? toFieldProblems(error.fields) : {}
    setChanging({ kind: 'form', problems, error })
  }

  /** `over`: the version of another user that the user saw and chose to replace. */
  const save = async (over?: HomeworkContent) => {
    const base = over ?? opened
    const asked = parseChanges(form.value, base)
    if ('problems' in asked) return setChanging({ kind: 'form', problems: asked.problems })
    setChanging({ kind: 'saving' })
    try {
      // Files that were just chosen are saved too. The user sees first if one of them is refused.
      if (!(await form.filesKept())) return setChanging({ kind: 'form', problems: {} })
      const stored = await fetchFresh(client, query(homework.get, ids))
      const content = contentOf(stored, points)
      const changed = changedFields(form.value, base)
      const isOurs = changedFields(content, base).every(field => changed.includes(field))
      // Either no field differs, or an earlier request whose response was lost has saved these changes.
      if (isOurs && areChangesSaved(asked.body, undefined, stored) === true) {
        return setChanging({ kind: 'saved' })
      }
      if (!isSameContent(content, base)) {
        // The list behind the form must show the other user's version too, whatever this user decides.
        const { course_id } = ids
        void client.invalidateQueries({ queryKey: keyOf(homework.list, { course_id }), exact: true })
        return setChanging({ kind: 'conflict', remote: content })
      }
      const input = { ...ids, body: asked.body }
      const onLost = () => setChanging({ kind: 'checking' })
      handleOutcome(await sendAtOnce(client, homeworkChange, { input, before: stored }, onLost))
    } catch (error) {
      setChanging({ kind: 'form', problems: {}, error })
    }
  }
  const runOnce = async (act: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await act()
    } finally {
      isBusy.current = false
    }
  }
  return {
    changing,
    save: () => void runOnce(() => save()),
    saveOver: (theirs: HomeworkContent) => void runOnce(() => save(theirs)),
    handleEdit: () =>
      setChanging(current => {
        const isWithoutError = current.kind === 'form' && !current.error
        // An edited form is another change, so the result of the previous one is dropped.
        return isWithoutError || current.kind === 'uncertain' ? { kind: 'form', problems: {} } : current
      }),
  }
}
