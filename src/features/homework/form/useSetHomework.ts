import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { fetchFresh, query, write } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework } from '../../../contract/homework.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { usePerson } from '../../../ui/Person.tsx'
import { usePersonStorage } from '../../../ui/PersonStorage.tsx'
import {
  contentOf,
  type HomeworkContent,
  homeworkDraft,
  oneAtATime,
  type SentMark,
  sameContent,
} from './homeworkDraft.ts'
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

/** A list read sooner after it was sent may not have it yet, ms. */
const onTheWay = 5000

/**
 * Sets homework once (cases 22, 23). That it is being sent stands in the draft before it is, so that a page that dies, a
 * form that is left and another tab look for it first. `points` writes a number as the reader types it. `takesHandIns`: the
 * service is told whether it is handed in.
 */
export function useSetHomework(
  courseId: number,
  form: HomeworkForm,
  { points, takesHandIns }: { points: (value: number) => string; takesHandIns: boolean },
) {
  const client = useQueryClient()
  const { drafts } = useOutbox()
  const create = useMutation(write(homework.create))
  const last = lastSet(usePersonStorage(), usePerson().id, courseId)
  const [setting, setSetting] = useState<Setting>(() => {
    if (form.value.made !== undefined) return { kind: 'made', id: form.value.made }
    return form.value.sent ? { kind: 'checking' } : { kind: 'form', problems: {} }
  })
  const [openedAt] = useState(() => form.value.sent?.sentAt ?? Date.now())
  const busy = useRef(false)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  /** The mark of a send whose answer was lost: what it made may still come to light. */
  const lost = useRef(form.value.sent)

  const list = async (): Promise<readonly Homework[]> =>
    (await fetchFresh(client, query(homework.list, { course_id: courseId }))).rows
  const isTwin = (row: Homework) => {
    const there: HomeworkContent = contentOf(row, points)
    // Points are typed in more than one way, and not sent where nothing can be handed in.
    const canHandIn = takesHandIns ? form.value.canHandIn : there.canHandIn
    return sameContent(there, { ...form.value, canHandIn, points: there.points })
  }

  /** Stores how it went, unless a form opened since goes on with other words. */
  const store = async (
    draft: HomeworkForm['draft'],
    changes: Pick<Partial<typeof form.value>, 'sent' | 'made'>,
  ) => {
    const now = draft.state().value
    if (!shown.current && (!now || !sameContent(now, form.value))) return
    if (!shown.current && changes.made !== undefined && form.value.files.length === 0) return draft.discard()
    form.change(changes)
    await draft.flush()
  }
  const made = async (draft: HomeworkForm['draft'], id: number) => {
    last.write({ id, at: Date.now() })
    await store(draft, { sent: undefined, made: id })
    setSetting({ kind: 'made', id })
  }
  const fail = async (draft: HomeworkForm['draft'], next: Setting) => {
    // A form that was left keeps the mark: who comes back is told then.
    if (shown.current || next.kind === 'form') await store(draft, { sent: undefined })
    setSetting(next)
  }

  /** What was not known before it was sent; several where nobody knows what was there. */
  const look = async (draft: HomeworkForm['draft'], mark: SentMark) => {
    setSetting({ kind: 'checking' })
    lost.current = mark
    try {
      let found = newTwins(await list(), mark)
      // A clock that was set back makes nobody wait longer.
      const left = Math.min(mark.sentAt + onTheWay - Date.now(), onTheWay)
      if (!found[0] && left > 0) {
        await new Promise(resolve => setTimeout(resolve, left))
        found = newTwins(await list(), mark)
      }
      const [first] = found
      if (!first) await fail(draft, { kind: 'notThere' })
      else if (mark.known) await made(draft, first.id)
      else setSetting({ kind: 'uncertain', canLook: true })
    } catch (error) {
      setSetting({ kind: 'uncertain', canLook: !(error instanceof ApiError && error.kind === 'unsupported') })
    }
  }
  const newTwins = (rows: readonly Homework[], { known }: SentMark) =>
    rows.filter(row => !known?.includes(row.id) && isTwin(row))

  /** The number of what a form left meanwhile or another tab set of the same words, or its mark. */
  const elsewhere = async (): Promise<number | SentMark | undefined> => {
    await form.draft.flush()
    const here = (await drafts.list(homeworkDraft)).find(({ key }) => key === form.key)?.draft.value
    if (here && sameContent(here, form.value)) return here.made ?? here.sent
    const since = last.read()
    if (!since || since.at < openedAt) return undefined
    const ids = { course_id: courseId, homework_id: since.id }
    const there = await fetchFresh(client, query(homework.get, ids)).catch(() => undefined)
    return there && isTwin(there) ? there.id : undefined
  }

  const send = async (
    draft: HomeworkForm['draft'],
    body: Parameters<typeof create.mutateAsync>[0]['body'],
  ) => {
    setSetting({ kind: 'sending' })
    const other = await elsewhere()
    if (typeof other === 'number') return made(draft, other)
    if (other && other.sentAt !== form.value.sent?.sentAt) return look(draft, other)
    const rows = await list().catch(() => undefined)
    const late = lost.current?.known && rows && newTwins(rows, lost.current)[0]
    if (late) return made(draft, late.id)
    const mark = { sentAt: Date.now(), known: rows?.map(({ id }) => id) ?? null }
    form.change({ sent: mark })
    await draft.flush()
    try {
      const [set] = (await create.mutateAsync({ course_id: courseId, body })).rows
      if (set) await made(draft, set.id)
      else await look(draft, mark)
    } catch (error) {
      if (isLost(error)) return look(draft, mark)
      const problems = error instanceof ApiError ? saidProblems(error.fields) : {}
      await fail(draft, { kind: 'form', problems, error })
    }
  }
  /** Looks for what a page or form sent that did not live to see the answer, or saw none. */
  const lookBack = async (draft: HomeworkForm['draft']) => {
    const mark = form.value.sent
    if (!mark) return
    const other = await elsewhere()
    await (typeof other === 'number' ? made(draft, other) : look(draft, mark))
  }

  /** One thing at a time, in all tabs: a double click sends once. The draft stays open if the form is left meanwhile. */
  const once = async (kind: 'sending' | 'checking', act: (draft: HomeworkForm['draft']) => Promise<void>) => {
    if (busy.current) return
    busy.current = true
    setSetting({ kind })
    try {
      const draft = await drafts.open(homeworkDraft, form.key)
      await oneAtATime(`staffroom.homework.set.${courseId}`, () => act(draft)).finally(draft.close)
    } catch (error) {
      setSetting({ kind: 'form', problems: {}, error })
    }
    busy.current = false
  }

  const orphan = useRef(form.value.sent !== undefined && form.value.made === undefined)
  useEffect(() => {
    if (!orphan.current) return
    orphan.current = false
    void once('checking', lookBack)
  })

  return {
    setting,
    send: () => {
      const read = readNewHomework(form.value, takesHandIns)
      if ('problems' in read) setSetting({ kind: 'form', problems: read.problems })
      else void once('sending', draft => send(draft, read.body))
    },
    lookAgain: () => void once('checking', lookBack),
    /** Forgets that something is wrong with a field that is being changed. */
    touched: () =>
      setSetting(now => (now.kind === 'form' && !now.error ? { kind: 'form', problems: {} } : now)),
  }
}

/** Nobody knows whether it was done: no answer came, or one from somewhere on the way, or one that can't be read. */
const isLost = (error: unknown) =>
  error instanceof ApiError && ['offline', 'server', 'offContract'].includes(error.kind)

const LastSet = z.object({ id: z.number(), at: z.number() })

/** The homework set last in a class from this browser and when, Unix ms. */
type LastSet = z.output<typeof LastSet>

/**
 * Tells a form in another tab that what it shows was set meanwhile: the draft they shared is gone by then. Only the
 * number is kept, never what it says.
 */
function lastSet(storage: Storage | undefined, personId: number, courseId: number) {
  const key = `staffroom:${personId}:homework-set:${courseId}`
  return {
    read(): LastSet | undefined {
      try {
        return LastSet.safeParse(JSON.parse(storage?.getItem(key) ?? passing.get(key) ?? 'null')).data
      } catch {
        return undefined
      }
    },
    write(last: LastSet): void {
      const text = JSON.stringify(last)
      passing.set(key, text)
      try {
        storage?.setItem(key, text)
      } catch {
        // Blocked or full: this page knows it still.
      }
    },
  }
}

/** Where the browser keeps nothing: until the page closes. */
const passing = new Map<string, string>()
