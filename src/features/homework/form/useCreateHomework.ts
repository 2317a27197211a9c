import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { fetchFresh, query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework, type NewHomework } from '../../../contract/homework.ts'
import { parseJson } from '../../../lib/parseJson.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import { type AtOnceKind, findNew, type Sent, sendAtOnce, verify } from '../../../outbox/queue/sendAtOnce.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { createTextStore } from '../textStore.ts'
import {
  type FieldProblems,
  findSimilarHomework,
  homeworkDraft,
  isSameContent,
  parseNewHomework,
  type SentMark,
  toFieldProblems,
} from './homeworkDraft.ts'
import { type OpenForm, useIsMounted } from './useHomeworkForm.ts'

/**
 * `checking`: the response was lost and the list is read again. `uncertain`: the list did not show whether it was set.
 * `notApplied`: the list does not contain it. In both cases the user can send it again.
 */
export type Setting =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notApplied' | 'uncertain' }
  | { kind: 'made'; id: number }

/**
 * Sets homework without duplicates (rules 22 and 23). A mark in the draft is stored before the request. If the page
 * crashed, the form was closed or another tab has sent it, the homework is searched for before it is sent again.
 * `takesHandIns`: whether the service accepts the hand-in setting.
 */
export function useCreateHomework(courseId: number, form: OpenForm, takesHandIns: boolean) {
  const client = useQueryClient()
  const { drafts } = useOutbox()
  const last = lastSet(useUserStorage(), useCurrentUser().id, courseId)
  const [setting, setSetting] = useState<Setting>(() => {
    if (form.value.made !== undefined) return { kind: 'made', id: form.value.made }
    return form.value.sent ? { kind: 'checking' } : { kind: 'form', problems: {} }
  })
  const [openedAt] = useState(() => form.value.sent?.sentAt ?? Date.now())
  const busy = useRef(false)
  const shown = useIsMounted()
  /** Mark of a request whose response was lost. The homework may still appear in the list. */
  const lost = useRef(form.value.sent)

  /** Stores the result in the draft, unless a form that was opened later has other text in it. */
  const store = async (
    draft: OpenForm['draft'],
    changes: Pick<Partial<typeof form.value>, 'sent' | 'made'>,
  ) => {
    // Another tab edits the draft now. It checks the result itself.
    if (draft.state().isReadOnly) return
    const now = draft.state().value
    if (!shown.current && (!now || !isSameContent(now, form.value))) return
    if (!shown.current && changes.made !== undefined && form.value.files.length === 0) return draft.discard()
    form.change(changes)
    await draft.flush()
  }
  const handleCreated = async (draft: OpenForm['draft'], id: number) => {
    last.write({ id, at: Date.now() })
    await store(draft, { sent: undefined, made: id })
    setSetting({ kind: 'made', id })
  }

  const checking = () => setSetting({ kind: 'checking' })
  const handleOutcome = async (draft: OpenForm['draft'], mark: SentMark, sent: Sent<number>) => {
    if (sent.kind === 'done') return handleCreated(draft, sent.result)
    if (sent.kind === 'refused') {
      const { error } = sent
      const problems = error instanceof ApiError ? toFieldProblems(error.fields) : {}
      await store(draft, { sent: undefined })
      return setSetting({ kind: 'form', problems, error })
    }
    // The mark remains, so that the homework is searched for again when it is sent, or when the form is opened again.
    lost.current = mark
    setSetting({ kind: sent.kind })
  }
  const verifyMark = async (draft: OpenForm['draft'], body: NewBody, mark: SentMark) => {
    checking()
    const sent = { input: { course_id: courseId, body }, before: knownBy(mark) }
    await handleOutcome(draft, mark, await verify(client, newHomework, sent))
  }

  /** Returns the ID of the homework, or the mark, if a closed form or another tab has sent the same content. */
  const findElsewhere = async (body: NewBody): Promise<number | SentMark | undefined> => {
    await form.draft.flush()
    const here = (await drafts.list(homeworkDraft)).find(({ key }) => key === form.key)?.draft.value
    if (here && isSameContent(here, form.value)) return here.made ?? here.sent
    const since = last.read()
    if (!since || since.at < openedAt) return undefined
    const ids = { course_id: courseId, homework_id: since.id }
    const existing = await fetchFresh(client, query(homework.get, ids)).catch(() => undefined)
    return existing && findSimilarHomework([existing], body).length > 0 ? existing.id : undefined
  }

  const send = async (draft: OpenForm['draft'], body: NewBody) => {
    setSetting({ kind: 'sending' })
    const other = await findElsewhere(body)
    if (typeof other === 'number') return handleCreated(draft, other)
    if (other && other.sentAt !== form.value.sent?.sentAt) return verifyMark(draft, body, other)
    const { rows } = await fetchFresh(client, query(homework.list, { course_id: courseId })).catch(() => ({
      rows: undefined,
    }))
    const late = lost.current && findNew(knownBy(lost.current), findSimilarHomework(rows ?? [], body))
    if (late) return handleCreated(draft, late.id)
    const mark = { sentAt: Date.now(), known: rows?.map(({ id }) => id) ?? null }
    form.change({ sent: mark })
    await draft.flush()
    const asked = { input: { course_id: courseId, body }, before: rows }
    await handleOutcome(draft, mark, await sendAtOnce(client, newHomework, asked, checking))
  }
  /** Verifies a request whose response the page or the form did not receive. */
  const verifyPending = async (draft: OpenForm['draft'], body: NewBody) => {
    const mark = form.value.sent
    if (!mark) return
    const other = await findElsewhere(body)
    await (typeof other === 'number' ? handleCreated(draft, other) : verifyMark(draft, body, mark))
  }

  /**
   * Runs one task at a time in all tabs, so that a double click sends once. The draft stays open until the task ends,
   * also if the form is closed.
   */
  const runOnce = async (kind: 'sending' | 'checking', act: typeof send) => {
    if (busy.current) return
    const read = parseNewHomework(form.value, takesHandIns)
    if ('problems' in read) return setSetting({ kind: 'form', problems: read.problems })
    busy.current = true
    setSetting({ kind })
    try {
      // Files that were just chosen are sent too. The user sees first if one of them is refused.
      if (!(await form.filesKept())) {
        busy.current = false
        return setSetting({ kind: 'form', problems: {} })
      }
      const draft = await drafts.open(homeworkDraft, form.key)
      await oneAtATime(`staffroom.homework.set.${courseId}`, () => act(draft, read.body)).finally(draft.close)
    } catch (error) {
      setSetting({ kind: 'form', problems: {}, error })
    }
    busy.current = false
  }

  const hasPendingMark = useRef(form.value.sent !== undefined && form.value.made === undefined)
  useEffect(() => {
    if (!hasPendingMark.current) return
    hasPendingMark.current = false
    void runOnce('checking', verifyPending)
  })

  return {
    setting,
    send: () => void runOnce('sending', send),
    /** Discards the draft. An earlier request whose outcome is unknown no longer matters. */
    restart: () => {
      lost.current = undefined
      setSetting({ kind: 'form', problems: {} })
      form.restart()
    },
    /** Clears the problems as soon as a field changes. */
    handleEdit: () =>
      setSetting(now => (now.kind === 'form' && !now.error ? { kind: 'form', problems: {} } : now)),
  }
}

type NewBody = z.input<typeof NewHomework>

/** Returns the homework that existed before the request. Returns undefined if it is unknown. */
const knownBy = ({ known }: SentMark) => known?.map(id => ({ id }))

const newHomework: AtOnceKind<typeof homework.create, number, readonly Pick<Homework, 'id'>[]> = {
  endpoint: homework.create,
  toResult: ({ rows }) => rows[0]?.id,
  async wasApplied({ input: { course_id, body }, before }, call) {
    const { rows } = await call(homework.list, { course_id })
    const found = findNew(before, findSimilarHomework(rows, body))
    return found ? found.id : found
  },
}

const LastSet = z.object({ id: z.number(), at: z.number() })

/**
 * Creates the store of the homework that this browser set last in a class, and of its time in Unix ms. Another tab
 * reads it to learn that the content of its form was already set, because their shared draft no longer exists then.
 * Only the ID is stored.
 */
function lastSet(storage: Storage | undefined, personId: number, courseId: number) {
  const kept = createTextStore(storage, `staffroom:${personId}:homework-set:${courseId}`)
  return {
    read: () => LastSet.safeParse(parseJson(kept.read())).data,
    write: (last: z.output<typeof LastSet>) => kept.write(JSON.stringify(last)),
  }
}
