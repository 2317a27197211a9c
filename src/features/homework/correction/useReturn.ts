import { useEffect, useRef, useState } from 'react'
import { z } from 'zod/mini'
import { createStore } from 'zustand/vanilla'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { correctionLane } from '../../../outbox/returned.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { isKeepingFiles, keptFilesOf } from '../keptFiles.ts'
import {
  bodyOf,
  type CorrectionDraft,
  correctionDraft,
  type DraftProblem,
  draftKey,
  type OpenCorrection,
  sameDraft,
} from './correctionDraft.ts'
import { correctionFileWrite, correctionWrite } from './correctionWrite.ts'
import { rememberPhrases } from './phrases.ts'

/**
 * Corrections are put on their way, and taken back, one after another (`oneAtATime`). Else one that is taken back at once
 * would lose its draft to the end of putting it on its way.
 */
const returningTurn = 'staffroom:return-corrections'

export type ReturnTo = 'next' | 'stay'
/** `text` and `points`: at the field. `file`: the kept file with this id is gone. `notStored`: no room for it. */
type ReturnProblem = DraftProblem | { field: 'file'; id: string } | { field: 'all'; why: 'notStored' }

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
  }
}

/** One correction that is ready to go. `relation` is the label its files are uploaded with. */
export type Returning = {
  todoId: number
  userId: number
  relation: string
  draft: CorrectionDraft
  body: { teacher_correction: string; points?: number }
}

/** `group` holds together what was returned at once; not sent before `notBefore`, Unix ms. */
type How = { group?: string; notBefore?: number }

/**
 * Puts corrections on their way: their files and they themselves are in the outbox in one step, and only then their
 * drafts are gone. Answers those that went; one that is on its way already, that another tab took or wrote differently,
 * stays (cases 22). Throws `StorageError` when nothing can be stored; then nothing was.
 */
export function returnCorrections(
  outbox: Outbox,
  corrections: readonly Returning[],
  how: How = {},
): Promise<readonly Returning[]> {
  return oneAtATime(returningTurn, async () => {
    const onDisk = new Set((await outbox.drafts.list(correctionDraft)).map(({ key }) => key))
    const busy = new Set(
      outbox.writes
        .list()
        .filter(isUnderWay)
        .map(({ lane }) => lane),
    )
    const going: { correction: Returning; draft: OpenDraft<CorrectionDraft> }[] = []
    for (const correction of corrections) {
      const { todoId, userId } = correction
      const key = draftKey(todoId, userId)
      if (
        !onDisk.has(key) ||
        busy.has(correctionLane(todoId, userId)) ||
        isKeepingFiles(outbox, correctionDraft, key)
      )
        continue
      const draft = await outbox.drafts.open(correctionDraft, key)
      const { value } = draft.state()
      if (value !== undefined && sameDraft(value, correction.draft)) going.push({ correction, draft })
      else draft.close()
    }
    try {
      if (going.length === 0) return []
      await outbox.writes.addAll(going.flatMap(({ correction }) => entriesOf(correction, how)))
      for (const { draft } of going) await draft.discard()
      return going.map(({ correction }) => correction)
    } finally {
      for (const { draft } of going) draft.close()
    }
  })
}

/** Not done yet: its lane is taken, whatever becomes of it. */
export const isUnderWay = ({ state }: Pick<Write, 'state'>): boolean => state !== 'done'

function entriesOf({ todoId, userId, relation, draft, body }: Returning, how: How) {
  const lane = correctionLane(todoId, userId)
  return [
    ...draft.files.map(({ id }) => ({
      kind: correctionFileWrite,
      entry: { input: { body: { related_to: relation, file: { keptFile: id } } }, lane, ...how },
    })),
    {
      kind: correctionWrite,
      entry: { input: { todo_id: todoId, user_id: userId, body }, lane, opened: draft.opened, ...how },
    },
  ]
}

/**
 * What became of the last "Return all drafts" that no write tells: it could not be stored, or was taken back, all or
 * some.
 */
type ReturnAllNews = 'notStored' | 'cancelled' | 'cancelledSome' | undefined

/** By homework. */
export const returnAllNews = createStore<ReadonlyMap<number, ReturnAllNews>>(() => new Map())

export const tellReturnAll = (homeworkId: number, what: ReturnAllNews) =>
  returnAllNews.setState(news => new Map(news).set(homeworkId, what), true)

type Back = {
  todoId: number
  userId: number
  /** What of the pupil's lane is not done. */
  writes: readonly Write[]
  /** What the person has before them now: it is compared with that when it is returned again. */
  opened: CorrectionDraft['opened']
  aside?: boolean
  /** Points as this reader types them. */
  points: (points: number) => string
}

/**
 * Makes a draft again of a correction that was not sent. It is on disk as a draft before it leaves the outbox, so that
 * it is somewhere at every moment. False when it was too late; throws `StorageError` when there is no room for the draft.
 */
export const unsend = (outbox: Outbox, back: Back): Promise<boolean> =>
  oneAtATime(returningTurn, () => unsendNow(outbox, back))

async function unsendNow(outbox: Outbox, back: Back): Promise<boolean> {
  const { todoId, userId, writes, opened, aside = false } = back
  const body = correctionIn(writes)
  if (!body) return false
  const draft = await outbox.drafts.open(correctionDraft, draftKey(todoId, userId))
  try {
    await draft.takeOver()
    const before = draft.state().value
    draft.set({
      text: joined(body.teacher_correction, before?.text ?? ''),
      points: body.points === undefined ? (before?.points ?? '') : back.points(body.points),
      files: [...(await keptFilesOf(outbox, writes)), ...(before?.files ?? [])],
      opened,
      aside,
    })
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
    // The correction first: while it is there, none of its files may be missing.
    const cancelled: boolean[] = []
    for (const { id } of writes.toReversed()) cancelled.push(await outbox.writes.cancel(id))
    if (cancelled[0]) return true
    if (before) draft.set(before)
    else await draft.discard()
    return false
  } finally {
    draft.close()
  }
}

const joined = (text: string, before: string) =>
  before === '' || before === text ? text : `${text}\n\n${before}`

const Returned = z.object({
  body: z.object({ teacher_correction: z.string(), points: z.optional(z.number()) }),
})

/** The correction among the writes of a lane, as it was asked for. */
export const correctionIn = (
  writes: readonly Pick<Write, 'input'>[],
): { teacher_correction: string; points?: number | undefined } | undefined =>
  writes.map(({ input }) => Returned.safeParse(input).data?.body).find(body => body !== undefined)
