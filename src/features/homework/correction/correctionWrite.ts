import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { Correction, type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { formatPoints, parsePoints } from '../../../lib/points.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import type { Write, WriteKind } from '../../../outbox/queue/Writes.ts'
import { correctionLane } from '../progress/returnStates.ts'
import { isStoringFiles, readStoredFiles } from '../storedFiles.ts'
import {
  type CorrectionDraft,
  CorrectionSnapshot,
  correctionDraft,
  getDraftKey,
  isSameCorrection,
  isSameHandIn,
  isSameText,
  sameDraft,
  toCorrectionSnapshot,
} from './correctionDraft.ts'
import { type SubmissionOwner, uploadWrite } from './uploadWrite.ts'

/**
 * Reasons why a draft can't be returned yet. `points`: not a number of 0 or more. `nothing`: neither text nor points.
 */
export type DraftProblem = { field: 'text' | 'points'; why: 'points' | 'tooMany' | 'nothing' | 'tooLong' }

/** Maximum length of a correction, in characters. The schema has the same limit. */
export const maxTextLength = 100_000

/** Returns the request body, checked with the endpoint's schema, or the first problem. */
export function parseBody(
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
    problem: { field: 'text', why: body.teacher_correction.length > maxTextLength ? 'tooLong' : 'nothing' },
  }
}

/**
 * Name of the lock for queuing and restoring corrections (`oneAtATime`). Without it, a correction that is restored
 * immediately would lose its draft, because queuing deletes the draft as its last step.
 */
const returningTurn = 'staffroom:return-corrections'

/** A correction that is ready to be queued. Its files are uploaded with the label `relation`. */
export type Returning = {
  todoId: number
  userId: number
  relation: string
  draft: CorrectionDraft
  body: { teacher_correction: string; points?: number }
}

/** `group` is shared by corrections that are returned together. No request is sent before `notBefore`, in Unix ms. */
type ReturnOptions = { group?: string; notBefore?: number }

/**
 * Moves drafts into the outbox. All corrections and their files are added in one step, then the drafts are deleted.
 * Returns the corrections that were queued. A draft stays if its files are still being stored or its pupil has an
 * unfinished correction. It also stays if another tab has returned or changed it (rule 22). Throws `StorageError` if
 * the device can't store them; then no correction is queued.
 */
export function returnCorrections(
  outbox: Outbox,
  corrections: readonly Returning[],
  options: ReturnOptions = {},
): Promise<readonly Returning[]> {
  return oneAtATime(returningTurn, async () => {
    const storedKeys = new Set((await outbox.drafts.list(correctionDraft)).map(({ key }) => key))
    const busy = new Set(
      outbox.writes
        .list()
        .filter(isPending)
        .map(({ lane }) => lane),
    )
    const accepted: { correction: Returning; draft: OpenDraft<CorrectionDraft> }[] = []
    for (const correction of corrections) {
      const { todoId, userId } = correction
      const key = getDraftKey(todoId, userId)
      if (
        !storedKeys.has(key) ||
        busy.has(correctionLane(todoId, userId)) ||
        isStoringFiles(outbox, correctionDraft, key)
      )
        continue
      const draft = await outbox.drafts.open(correctionDraft, key)
      const { value } = draft.state()
      if (value !== undefined && sameDraft(value, correction.draft)) accepted.push({ correction, draft })
      else draft.close()
    }
    try {
      if (accepted.length === 0) return []
      await outbox.writes.addAll(accepted.flatMap(({ correction }) => entriesOf(correction, options)))
      for (const { draft } of accepted) await draft.discard()
      return accepted.map(({ correction }) => correction)
    } finally {
      for (const { draft } of accepted) draft.close()
    }
  })
}

/** Whether a write is unfinished. It then blocks its lane, even if it failed. */
export const isPending = ({ state }: Pick<Write, 'state'>): boolean => state !== 'done'

function entriesOf({ todoId, userId, relation, draft, body }: Returning, options: ReturnOptions) {
  const lane = correctionLane(todoId, userId)
  return [
    ...draft.files.map(({ id }) => ({
      kind: correctionFileWrite,
      entry: { input: { body: { related_to: relation, file: { keptFile: id } } }, lane, ...options },
    })),
    {
      kind: correctionWrite,
      entry: { input: { todo_id: todoId, user_id: userId, body }, lane, opened: draft.opened, ...options },
    },
  ]
}

type CancelReturnOptions = {
  todoId: number
  userId: number
  /** The unfinished writes in the pupil's lane. */
  writes: readonly Write[]
  /** The version that the user sees now. The next return is compared with it. */
  opened: CorrectionDraft['opened']
  aside?: boolean
  /** Language in which the points are formatted. */
  language: string
}

/**
 * Turns an unsent correction back into a draft. The draft is stored before the writes are cancelled, so the text is
 * never lost. Returns false if the correction can no longer be cancelled. Throws `StorageError` if the draft can't be
 * stored.
 */
export const cancelReturn = (outbox: Outbox, options: CancelReturnOptions): Promise<boolean> =>
  oneAtATime(returningTurn, () => unsendNow(outbox, options))

async function unsendNow(outbox: Outbox, options: CancelReturnOptions): Promise<boolean> {
  const { todoId, userId, writes, opened, aside = false, language } = options
  const body = findCorrectionBody(writes)
  if (!body) return false
  const draft = await outbox.drafts.open(correctionDraft, getDraftKey(todoId, userId))
  try {
    await draft.takeOwnership()
    const storedDraft = draft.state().value
    draft.set({
      text: joined(body.teacher_correction, storedDraft?.text ?? ''),
      points: body.points === undefined ? (storedDraft?.points ?? '') : formatPoints(body.points, language),
      files: [...(await readStoredFiles(outbox, writes)), ...(storedDraft?.files ?? [])],
      opened,
      aside,
    })
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
    // Cancel the correction first: it must not be sent without its files.
    const cancelled: boolean[] = []
    for (const { id } of writes.toReversed()) cancelled.push(await outbox.writes.cancel(id))
    if (cancelled[0]) return true
    if (storedDraft) draft.set(storedDraft)
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

/** Returns the body of the correction among the writes of a lane. */
export const findCorrectionBody = (
  writes: readonly Pick<Write, 'input'>[],
): { teacher_correction: string; points?: number | undefined } | undefined =>
  writes.map(({ input }) => ReturnedInput.safeParse(input).data?.body).find(body => body !== undefined)

/**
 * Returns the submission that the teacher saw when they wrote the queued correction. A draft that is restored with it
 * still warns about later changes.
 */
export const findOpenedSnapshot = (
  writes: readonly Pick<Write, 'kind' | 'opened'>[],
): CorrectionSnapshot | undefined =>
  CorrectionSnapshot.safeParse(writes.find(({ kind }) => kind === correctionWrite.name)?.opened).data

/** Sends a correction, after a check whether the submission has changed meanwhile (rule 24). */
export const correctionWrite: WriteKind<typeof submissions.correct, CorrectionSnapshot> = {
  name: 'correction',
  endpoint: submissions.correct,
  opened: CorrectionSnapshot,
  wasApplied: async (sent, call) => isApplied(sent, await readSnapshot(call, sent.input)),
  async findConflict(sent, call) {
    const remote = await readSnapshot(call, sent.input)
    return isConflict(sent, remote) ? remote : undefined
  },
}

/** Uploads one file of a correction. */
export const correctionFileWrite = uploadWrite('correctionFile', 'correction', async (call, owner) => {
  return (await readSubmission(call, owner)).submission.correction_files
})

type ReturnedBody = { teacher_correction: string; points?: number | undefined }

type Compared = {
  input: { body: ReturnedBody }
  opened: CorrectionSnapshot | undefined
  userId: number
}

/** Whether the submission has this correction of the user. Undefined if the service does not say who wrote it. */
export function isApplied({ input, userId }: Compared, remote: CorrectionSnapshot): boolean | undefined {
  if (!holds(remote, input.body)) return false
  return remote.corrected_by_user_id === null ? undefined : remote.corrected_by_user_id === userId
}

/**
 * Whether a correction would overwrite something that the teacher has not seen (rule 24). `opened` is the submission
 * that they saw. The same correction by the same teacher is no conflict.
 */
export function isConflict(sent: Compared, remote: CorrectionSnapshot): boolean {
  if (isApplied(sent, remote)) return false
  const { opened } = sent
  // Without a version to compare with, never overwrite an existing correction.
  if (!opened) return remote.is_corrected
  return !(isSameCorrection(opened, remote) && isSameHandIn(opened, remote))
}

/** Whether the submission has exactly this text and these points. */
const holds = (seen: CorrectionSnapshot, { teacher_correction, points }: ReturnedBody): boolean =>
  seen.is_corrected &&
  isSameText(seen.teacher_correction, teacher_correction) &&
  seen.points === (points ?? null)

const readSnapshot = async (call: Call, owner: SubmissionOwner) =>
  toCorrectionSnapshot((await readSubmission(call, owner)).submission)

// Calls whose service can't return a single submission. Such a service has only the list, as in api.md.
const callsWithoutGet = new WeakSet<Call>()

/**
 * Fetches one pupil's current submission. Throws `ApiError` of kind `notFound` if the pupil is no longer in the list.
 */
async function readSubmission(call: Call, { todo_id, user_id }: SubmissionOwner): Promise<SubmissionEntry> {
  if (!callsWithoutGet.has(call)) {
    try {
      return await call(submissions.get, { todo_id, user_id })
    } catch (error) {
      if (!(error instanceof ApiError && error.kind === 'unsupported')) throw error
    }
  }
  const { rows } = await call(submissions.list, { todo_id })
  const entry = rows.find(({ user }) => user.id === user_id)
  if (!entry) throw new ApiError('notFound', { endpoint: submissions.get, status: 404 })
  // The pupil is in the list, so the failed request means that the endpoint is missing.
  callsWithoutGet.add(call)
  return entry
}
