import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/ApiError.ts'
import { query, write } from '../../../api/query.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { contentOf, type HomeworkContent, sameContent } from './homeworkDraft.ts'
import { type FieldProblems, readNewHomework, saidProblems } from './readForm.ts'
import type { HomeworkForm } from './useHomeworkForm.ts'

/**
 * `checking`: the answer was lost, the list is read back. `uncertain`: that can't tell. `notThere`: the list does not
 * have it, so it can be sent again.
 */
export type Setting =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notThere' }
  | { kind: 'uncertain'; canLook: boolean }
  | { kind: 'made'; id: number }

/**
 * Sets homework once (cases 22, 23). That it is being sent stands in the draft before it is, so that a page that dies
 * meanwhile looks for it first. `points` writes a number as the reader types it.
 */
export function useSetHomework(courseId: number, form: HomeworkForm, points: (value: number) => string) {
  const client = useQueryClient()
  const create = useMutation(write(homework.create))
  const [setting, setSetting] = useState<Setting>(() => {
    if (form.value.made !== undefined) return { kind: 'made', id: form.value.made }
    return form.value.sent ? { kind: 'checking' } : { kind: 'form', problems: {} }
  })
  const busy = useRef(false)

  const list = async (): Promise<readonly Homework[]> =>
    (
      await client.fetchQuery({
        ...query(homework.list, { course_id: courseId }),
        staleTime: 0,
        retry: false,
      })
    ).rows
  const twinsIn = (rows: readonly Homework[]) =>
    rows.filter(row => isTwin(contentOf(row, points), form.value))

  const made = (id: number) => {
    form.change({ sent: undefined, made: id })
    setSetting({ kind: 'made', id })
  }
  const fail = (next: Setting) => {
    form.change({ sent: undefined })
    setSetting(next)
  }

  /** Looks whether it is there after all. */
  const look = async (twins: readonly number[]) => {
    setSetting({ kind: 'checking' })
    try {
      const found = twinsIn(await list()).find(row => !twins.includes(row.id))
      if (found) made(found.id)
      else fail({ kind: 'notThere' })
    } catch (error) {
      setSetting({ kind: 'uncertain', canLook: !(error instanceof ApiError && error.kind === 'unsupported') })
    }
  }

  const send = async () => {
    const read = readNewHomework(form.value)
    if ('problems' in read) return setSetting({ kind: 'form', problems: read.problems })
    setSetting({ kind: 'sending' })
    const known = client.getQueryData(query(homework.list, { course_id: courseId }).queryKey)?.rows ?? []
    const twins = twinsIn(known).map(row => row.id)
    form.change({ sent: { twins } })
    await form.draft.flush()
    try {
      const { rows } = await create.mutateAsync({ course_id: courseId, body: read.body })
      const [set] = rows
      if (set) made(set.id)
      else await look(twins)
    } catch (error) {
      if (isLost(error)) await look(twins)
      else {
        const problems = error instanceof ApiError ? saidProblems(error.fields) : {}
        fail({ kind: 'form', problems, error })
      }
    }
  }

  /** One thing at a time: a double click sends once. */
  const once = async (act: () => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    try {
      await act()
    } finally {
      busy.current = false
    }
  }

  // Sent by a page that did not live to see the answer.
  const orphan = useRef(form.value.sent !== undefined && form.value.made === undefined)
  useEffect(() => {
    if (!orphan.current) return
    orphan.current = false
    void once(() => look(form.value.sent?.twins ?? []))
  })

  return {
    setting,
    send: () => void once(send),
    lookAgain: () => void once(() => look(form.value.sent?.twins ?? [])),
    /** Forgets that something is wrong with a field that is being changed. */
    touched: () =>
      setSetting(now => (now.kind === 'form' && !now.error ? { kind: 'form', problems: {} } : now)),
  }
}

/** Nobody knows whether it was done: no answer came, or one from somewhere on the way, or one that can't be read. */
const isLost = (error: unknown) =>
  error instanceof ApiError && ['offline', 'server', 'offContract'].includes(error.kind)

/** Points are not compared: they are typed in more than one way, and not sent where nothing can be handed in. */
const isTwin = (there: HomeworkContent, sent: HomeworkContent) =>
  sameContent(there, { ...sent, points: there.points })
