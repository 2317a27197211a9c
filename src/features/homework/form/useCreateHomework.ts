import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { fetchFresh, query } from '../../../api/cache/query.ts'
import { ApiError } from '../../../api/client/ApiError.ts'
import { type Homework, homework, type NewHomework } from '../../../contract/homework.ts'
import { parseJson } from '../../../lib/parseJson.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import {
  type DirectWriteKind,
  findAddedRow,
  type SendOutcome,
  sendDirectly,
  verifyWrite,
} from '../../../outbox/queue/directWrite.ts'
import { runExclusive } from '../../../outbox/runExclusive.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { createTextStore } from '../../../session/textStore.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { isComplete } from './classParts.ts'
import {
  type FieldProblems,
  findSimilarHomework,
  type HomeworkDraft,
  homeworkDraft,
  isSameContent,
  parseNewHomework,
  type SendAttempt,
  toFieldProblems,
} from './homeworkDraft.ts'
import { type HomeworkFormState, useIsMounted } from './useHomeworkForm.ts'

/**
 * `checking`: the response was lost, and the list is read. `notApplied`: the list does not contain the homework.
 * `uncertain`: the list can't tell. In both cases the user can send it again.
 */
export type CreateState =
  | { kind: 'form'; problems: FieldProblems; error?: unknown }
  | { kind: 'sending' | 'checking' | 'notApplied' | 'uncertain' }
  | { kind: 'created'; id: number }

/**
 * Creates homework without duplicates (rules 22 and 23). The draft stores an attempt before the request. If the page
 * crashed, the form was closed or another tab sent it, the homework is searched for before it is sent again.
 */
export function useCreateHomework(courseId: number, form: HomeworkFormState, supportsHandIn: boolean) {
  const client = useQueryClient()
  const { drafts } = useOutbox()
  const lastCreated = openLastCreated(useUserStorage(), useCurrentUser().id, courseId)
  const [state, setState] = useState<CreateState>(() => {
    if (form.value.made !== undefined) return { kind: 'created', id: form.value.made }
    return form.value.sent ? { kind: 'checking' } : { kind: 'form', problems: {} }
  })
  const [openedAt] = useState(() => form.value.sent?.sentAt ?? Date.now())
  const isBusy = useRef(false)
  const isMounted = useIsMounted()
  /** The homework may still appear in the list. */
  const lostAttempt = useRef(form.value.sent ?? form.value.lost)

  /** Skipped if a form that was opened later has other text in the draft. */
  const storeResult = async (
    draft: OpenDraft<HomeworkDraft>,
    changes: Pick<Partial<typeof form.value>, 'sent' | 'lost' | 'made'>,
  ) => {
    // Another tab edits the draft, and checks the result itself.
    if (draft.state().isReadOnly) return
    const before = draft.state().value
    const stored = before && form.readPart(before)
    if (!isMounted.current && (!stored || !isSameContent(stored, form.value))) return
    form.change(changes)
    const { value } = draft.state()
    if (!isMounted.current && value && isComplete(value)) return draft.discard()
    await draft.flush()
  }
  const handleCreated = async (draft: OpenDraft<HomeworkDraft>, id: number) => {
    lastCreated.write({ id, at: Date.now() })
    await storeResult(draft, { sent: undefined, lost: undefined, made: id })
    setState({ kind: 'created', id })
  }

  const showChecking = () => setState({ kind: 'checking' })
  const handleOutcome = async (
    draft: OpenDraft<HomeworkDraft>,
    attempt: SendAttempt,
    outcome: SendOutcome<number>,
  ) => {
    if (outcome.kind === 'done') return handleCreated(draft, outcome.result)
    if (outcome.kind === 'refused') {
      const { error } = outcome
      const problems = error instanceof ApiError ? toFieldProblems(error.fields) : {}
      await storeResult(draft, { sent: undefined, lost: lostAttempt.current })
      return setState({ kind: 'form', problems, error })
    }
    // The attempt stays in the draft, so that the homework is searched for before it is sent again.
    lostAttempt.current = attempt
    setState({ kind: outcome.kind })
  }
  const verifyAttempt = async (draft: OpenDraft<HomeworkDraft>, body: NewBody, attempt: SendAttempt) => {
    showChecking()
    const request = { input: { course_id: courseId, body }, before: getKnownHomework(attempt) }
    await handleOutcome(draft, attempt, await verifyWrite(client, homeworkCreation, request))
  }

  /** Returns the ID or the attempt if a closed form or another tab has sent the same content. */
  const findSentElsewhere = async (body: NewBody): Promise<number | SendAttempt | undefined> => {
    await form.draft.flush()
    const stored = (await drafts.list(homeworkDraft)).find(({ key }) => key === form.key)?.draft.value
    const part = stored && form.readPart(stored)
    if (part && isSameContent(part, form.value)) return part.made ?? part.sent
    const last = lastCreated.read()
    if (!last || last.at < openedAt) return undefined
    const ids = { course_id: courseId, homework_id: last.id }
    const existing = await fetchFresh(client, query(homework.get, ids)).catch(() => undefined)
    return existing && findSimilarHomework([existing], body).length > 0 ? existing.id : undefined
  }

  const send = async (draft: OpenDraft<HomeworkDraft>, body: NewBody) => {
    setState({ kind: 'sending' })
    const other = await findSentElsewhere(body)
    if (typeof other === 'number') return handleCreated(draft, other)
    if (other && other.sentAt !== form.value.sent?.sentAt) return verifyAttempt(draft, body, other)
    const { rows } = await fetchFresh(client, query(homework.list, { course_id: courseId })).catch(() => ({
      rows: undefined,
    }))
    const arrived =
      lostAttempt.current &&
      findAddedRow(getKnownHomework(lostAttempt.current), findSimilarHomework(rows ?? [], body))
    if (arrived) return handleCreated(draft, arrived.id)
    const attempt = { sentAt: Date.now(), known: rows?.map(({ id }) => id) ?? null }
    form.change({ sent: attempt })
    await draft.flush()
    const request = { input: { course_id: courseId, body }, before: rows }
    const stopWatching = watchOffline()
    const outcome = await sendDirectly(client, homeworkCreation, request, showChecking)
    const wasNeverSent = stopWatching() && outcome.kind === 'uncertain' && isNetworkFailure(outcome.error)
    await handleOutcome(draft, attempt, wasNeverSent ? { kind: 'refused', error: outcome.error } : outcome)
  }
  /** For a draft whose request has no response. */
  const verifyPending = async (draft: OpenDraft<HomeworkDraft>, body: NewBody) => {
    const attempt = form.value.sent
    if (!attempt) return
    const other = await findSentElsewhere(body)
    await (typeof other === 'number' ? handleCreated(draft, other) : verifyAttempt(draft, body, attempt))
  }

  /** Runs one action at a time in all tabs. The draft stays open until it ends, even if the form is closed. */
  const runOnce = async (kind: 'sending' | 'checking', action: typeof send) => {
    if (isBusy.current) return
    const parsed = parseNewHomework(form.value, supportsHandIn)
    if ('problems' in parsed) return setState({ kind: 'form', problems: parsed.problems })
    isBusy.current = true
    setState({ kind })
    try {
      // If a chosen file is refused, the user must see that first.
      if (!(await form.whenFilesStored())) {
        isBusy.current = false
        return setState({ kind: 'form', problems: {} })
      }
      const draft = await drafts.open(homeworkDraft, form.key)
      await runExclusive(`staffroom.homework.set.${courseId}`, () => action(draft, parsed.body)).finally(
        draft.close,
      )
    } catch (error) {
      setState({ kind: 'form', problems: {}, error })
    }
    isBusy.current = false
  }

  const hasPendingAttempt = useRef(form.value.sent !== undefined && form.value.made === undefined)
  useEffect(() => {
    if (!hasPendingAttempt.current) return
    hasPendingAttempt.current = false
    void runOnce('checking', verifyPending)
  })

  const handleEdit = useCallback(() => {
    setState(current =>
      current.kind === 'form' && !current.error && current.problems !== noProblems
        ? { kind: 'form', problems: noProblems }
        : current,
    )
  }, [])
  const checkAgain = () => {
    if (state.kind === 'uncertain') void runOnce('checking', verifyPending)
  }
  useWindowEvent('online', checkAgain)

  return {
    state,
    send: () => void runOnce('sending', send),
    restart: () => {
      lostAttempt.current = undefined
      setState({ kind: 'form', problems: {} })
      form.restart()
    },
    handleEdit,
  }
}

const noProblems: FieldProblems = {}

type NewBody = z.input<typeof NewHomework>

const getKnownHomework = ({ known }: SendAttempt) => known?.map(id => ({ id }))

const homeworkCreation: DirectWriteKind<typeof homework.create, number, readonly Pick<Homework, 'id'>[]> = {
  endpoint: homework.create,
  toResult: ({ rows }) => rows[0]?.id,
  async wasApplied({ input: { course_id, body }, before }, call) {
    const { rows } = await call(homework.list, { course_id })
    const found = findAddedRow(before, findSimilarHomework(rows, body))
    return found ? found.id : found
  },
}

const isNetworkFailure = (error: unknown) => error instanceof ApiError && error.kind === 'offline'

/** Starts to watch the connection. The returned function tells whether the browser was offline since then. */
function watchOffline(): () => boolean {
  let isOffline = !navigator.onLine
  const stop = new AbortController()
  const handleOnline = () => {
    isOffline = false
  }
  window.addEventListener('online', handleOnline, { signal: stop.signal })
  return () => {
    stop.abort()
    return isOffline && !navigator.onLine
  }
}

const LastCreated = z.object({ id: z.number(), at: z.number() })

/**
 * The homework that this browser created last in a class, with its time in Unix ms. Another tab reads it, because the
 * shared draft no longer exists then.
 */
function openLastCreated(storage: Storage | undefined, personId: number, courseId: number) {
  const store = createTextStore(storage, `staffroom:${personId}:homework-set:${courseId}`)
  return {
    read: () => LastCreated.safeParse(parseJson(store.read())).data,
    write: (lastCreated: z.output<typeof LastCreated>) => store.write(JSON.stringify(lastCreated)),
  }
}
