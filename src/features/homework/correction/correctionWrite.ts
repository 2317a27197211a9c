import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { Correction, type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import type { Verdict, Write, WriteKind } from '../../../outbox/queue/Writes.ts'
import { correctionLane } from '../../../outbox/returned.ts'
import { isKeepingFiles, keptFilesOf } from '../keptFiles.ts'
import {
  type CorrectionDraft,
  CorrectionSeen,
  correctionDraft,
  draftKey,
  sameCorrection,
  sameDraft,
  sameHandIn,
  sameText,
  seenOf,
} from './correctionDraft.ts'
import { uploadWrite, type Whose } from './uploadWrite.ts'

/** Why a draft can't be returned yet. `points`: not a number of 0 or more. `nothing`: neither words nor points. */
export type DraftProblem = { field: 'text' | 'points'; why: 'points' | 'tooMany' | 'nothing' | 'tooLong' }

/** Longest correction, characters, as the schema has it. */
export const longestText = 100_000

/** The body that is sent, checked with the endpoint's own schema, or what is in the way. */
export function bodyOf(
  draft: Pick<CorrectionDraft, 'text' | 'points'>,
): { body: { teacher_correction: string; points?: number } } | { problem: DraftProblem } {
  const points = parsePoints(draft.points)
  if (points === undefined) return { problem: { field: 'points', why: 'points' } }
  const body = { teacher_correction: draft.text.trim(), ...(points !== null && { points }) }
  const { error } = Correction.safeParse(body)
  if (!error) return { body }
  if (error.issues.some(({ path }) => path[0] === 'points'))
    return { problem: { field: 'points', why: 'tooMany' } }
  return {
    problem: { field: 'text', why: body.teacher_correction.length > longestText ? 'tooLong' : 'nothing' },
  }
}

/**
 * Corrections are put on their way, and taken back, one after another (`oneAtATime`). Else one that is taken back at once
 * would lose its draft to the end of putting it on its way.
 */
const returningTurn = 'staffroom:return-corrections'

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

type Back = {
  todoId: number
  userId: number
  /** What of the pupil's lane is not done. */
  writes: readonly Write[]
  /** What the person has before them now: it is compared with that when it is returned again. */
  opened: CorrectionDraft['opened']
  aside?: boolean
  /** Points are typed in it. */
  language: string
}

/**
 * Makes a draft again of a correction that was not sent. It is on disk as a draft before it leaves the outbox, so that
 * it is somewhere at every moment. False when it was too late; throws `StorageError` when there is no room for the draft.
 */
export const unsend = (outbox: Outbox, back: Back): Promise<boolean> =>
  oneAtATime(returningTurn, () => unsendNow(outbox, back))

async function unsendNow(outbox: Outbox, back: Back): Promise<boolean> {
  const { todoId, userId, writes, opened, aside = false, language } = back
  const body = correctionIn(writes)
  if (!body) return false
  const draft = await outbox.drafts.open(correctionDraft, draftKey(todoId, userId))
  try {
    await draft.takeOver()
    const before = draft.state().value
    draft.set({
      text: joined(body.teacher_correction, before?.text ?? ''),
      points: body.points === undefined ? (before?.points ?? '') : formatPoints(body.points, language),
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

const ReturnedInput = z.object({
  body: z.object({ teacher_correction: z.string(), points: z.optional(z.number()) }),
})

/** The correction among the writes of a lane, as it was asked for. */
export const correctionIn = (
  writes: readonly Pick<Write, 'input'>[],
): { teacher_correction: string; points?: number | undefined } | undefined =>
  writes.map(({ input }) => ReturnedInput.safeParse(input).data?.body).find(body => body !== undefined)

/**
 * The submission that the teacher saw when they wrote the queued correction. A draft that is restored with it still warns
 * about later changes.
 */
export const openedIn = (writes: readonly Pick<Write, 'kind' | 'opened'>[]): CorrectionSeen | undefined =>
  CorrectionSeen.safeParse(writes.find(({ kind }) => kind === correctionWrite.name)?.opened).data

/** Returns a correction, after looking whether anybody was there in the meantime (cases 24). */
export const correctionWrite: WriteKind<typeof submissions.correct, CorrectionSeen> = {
  name: 'correction',
  endpoint: submissions.correct,
  seen: CorrectionSeen,
  fetchRemote: async (input, call) => seenOf((await readSubmission(call, input)).submission),
  reconcile: reconcileCorrection,
}

/** Uploads one file that goes back with a correction. */
export const correctionFileWrite = uploadWrite('correctionFile', 'correction', async (call, whose) => {
  return (await readSubmission(call, whose)).submission.correction_files
})

type Returned = { teacher_correction: string; points?: number | undefined }

type Compared = {
  input: { body: Returned }
  opened: CorrectionSeen | undefined
  before: CorrectionSeen | undefined
  now: CorrectionSeen
  userId: number
}

/**
 * May this correction be sent, given what is at the service now (cases 23, 24)? Before the first send it is compared
 * with what the teacher had opened, afterwards with what was there before it was sent.
 */
export function reconcileCorrection({ input, opened, before, now, userId }: Compared): Verdict {
  const ours = holds(now, input.body)
  const reference = before ?? opened
  // Nothing to compare with is no leave to overwrite what somebody returned.
  if (!reference) return !now.is_corrected ? 'send' : ours && byUs(now, userId) ? 'done' : 'conflict'
  if (ours && byUs(now, userId)) return 'done'
  if (sameCorrection(reference, now)) return sameHandIn(reference, now) ? 'send' : 'conflict'
  // Our words are there and the service doesn't say whose they are: it may be ours, it may be another's.
  if (before && ours && now.corrected_by_user_id === null) return 'unknown'
  return 'conflict'
}

/** The service holds exactly this text and these points. */
const holds = (seen: CorrectionSeen, { teacher_correction, points }: Returned): boolean =>
  seen.is_corrected &&
  sameText(seen.teacher_correction, teacher_correction) &&
  seen.points === (points ?? null)

const byUs = (seen: CorrectionSeen, userId: number) => seen.corrected_by_user_id === userId

// Asked once: a service with api.md's endpoints alone has only the list.
const lacksOne = new WeakSet<Call>()

/** One pupil's submission as it is at the service now. Throws ApiError, `notFound` for a pupil who is not there any more. */
async function readSubmission(call: Call, { todo_id, user_id }: Whose): Promise<SubmissionEntry> {
  if (!lacksOne.has(call)) {
    try {
      return await call(submissions.get, { todo_id, user_id })
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'unsupported')) throw error
    }
  }
  const { rows } = await call(submissions.list, { todo_id })
  const entry = rows.find(({ user }) => user.id === user_id)
  if (!entry) throw new ApiError('notFound', { endpoint: submissions.get, status: 404 })
  // A pupil who is in the list and can't be read alone: so nobody can.
  lacksOne.add(call)
  return entry
}
