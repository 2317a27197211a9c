import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { keyOf, query, write } from '../../../api/cache/query.ts'
import { ApiError, isAnswerLost } from '../../../api/client/ApiError.ts'
import { homework } from '../../../contract/homework.ts'
import {
  changedFields,
  contentOf,
  type FieldProblems,
  type HomeworkContent,
  readChanges,
  saidProblems,
  sameContent,
} from './homeworkDraft.ts'
import type { OpenForm } from './useHomeworkForm.ts'

/** `conflict`: `theirs` is what it says now, after somebody changed it. */
type Changing =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'saving' }
  | { kind: 'conflict'; theirs: HomeworkContent }
  | { kind: 'saved' }

/** Saves changes after a look at what is there now; what somebody else changed is never overwritten unseen (cases 24). */
export function useChangeHomework(
  ids: { course_id: number; homework_id: number },
  form: OpenForm,
  opened: HomeworkContent,
  points: (value: number) => string,
) {
  const client = useQueryClient()
  const change = useMutation(write(homework.change))
  const [changing, setChanging] = useState<Changing>({ kind: 'form', problems: {} })
  const busy = useRef(false)
  const read = async () =>
    contentOf(await client.fetchQuery({ ...query(homework.get, ids), staleTime: 0, retry: false }), points)

  /** `over`: what the reader saw of the other version and chose to replace. */
  const save = async (over?: HomeworkContent) => {
    const base = over ?? opened
    const asked = readChanges(form.value, base)
    if ('problems' in asked) return setChanging({ kind: 'form', problems: asked.problems })
    setChanging({ kind: 'saving' })
    try {
      // A file that was just chosen goes along; one that can't is seen first.
      if (!(await form.filesKept())) return setChanging({ kind: 'form', problems: {} })
      const now = await read()
      if (!sameContent(now, base)) {
        // The list behind the form has what somebody else made of it too, whatever is decided here.
        const { course_id } = ids
        void client.invalidateQueries({ queryKey: keyOf(homework.list, { course_id }), exact: true })
        return setChanging({ kind: 'conflict', theirs: now })
      }
      if (Object.keys(asked.body).length > 0) await change.mutateAsync({ ...ids, body: asked.body })
      setChanging({ kind: 'saved' })
    } catch (error) {
      // Saying the same twice changes nothing, so a lost answer may be asked for again; but it may be there.
      if (isAnswerLost(error) && (await arrived())) return setChanging({ kind: 'saved' })
      const problems = error instanceof ApiError ? saidProblems(error.fields) : {}
      setChanging({ kind: 'form', problems, error })
    }
  }
  const arrived = async () => {
    try {
      const { points: _, ...differ } = Object.fromEntries(
        changedFields(await read(), form.value).map(field => [field, true]),
      )
      return Object.keys(differ).length === 0
    } catch {
      return false
    }
  }
  const once = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } finally {
      busy.current = false
    }
  }
  return {
    changing,
    save: () => void once(() => save()),
    saveOver: (theirs: HomeworkContent) => void once(() => save(theirs)),
    touched: () =>
      setChanging(now => (now.kind === 'form' && !now.error ? { kind: 'form', problems: {} } : now)),
  }
}
