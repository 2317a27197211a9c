import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import type { documents } from '../../../contract/documents.ts'
import { type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { isSameText } from '../../../lib/normalizeText.ts'
import { formatPoints } from '../../../lib/points.ts'
import type { OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import type { Write, WriteKind } from '../../../outbox/queue/Writes.ts'
import { runExclusive } from '../../../outbox/runExclusive.ts'
import { getUploadFileId } from '../../../outbox/storage/fileStore.ts'
import { type CopiedFile, MarkedFile } from '../pen/markedFile.ts'
import { correctionLane } from '../progress/returnStates.ts'
import { joinSchemes, readFeedback } from '../scheme/markedDraft.ts'
import { isStoringFiles, mergeFiles, readStoredFiles } from '../storedFiles.ts'
import {
  type CorrectionDraft,
  CorrectionSnapshot,
  correctionDraft,
  getDraftKey,
  isSameCorrection,
  isSameDraft,
  isSameHandIn,
  toCorrectionSnapshot,
} from './correctionDraft.ts'
import { isDefaultFeedback } from './defaultFeedback.ts'
import { toQueuedFiles } from './sentFiles.ts'
import { readOwner, type SubmissionOwner, uploadWrite } from './uploadWrite.ts'

// Queuing deletes the draft as its last step. Without the lock, this could delete a draft that was just restored.
const returnLock = 'staffroom:return-corrections'

/** A draft with a copy of each marked file. */
export type ReturnableDraft = Omit<CorrectionDraft, 'marked'> & { marked: CopiedFile[] }

export type CorrectionToReturn = {
  todoId: number
  userId: number
  /** Label with which its files are uploaded. */
  relation: string
  draft: ReturnableDraft
  body: { teacher_correction: string; points?: number }
}

/** `group` is shared by corrections that are returned together. `notBefore` is the earliest time to send, in Unix ms. */
type ReturnOptions = { group?: string; notBefore?: number }

/**
 * Moves drafts into the outbox, with their files, and returns the queued corrections. A draft is not queued if its
 * files are still being stored, if its pupil has an unfinished correction, or if another tab has returned or changed
 * it (rule 22). Throws `StorageError` if the device can't store the corrections. Then the outbox is unchanged.
 */
export function returnCorrections(
  outbox: Outbox,
  corrections: readonly CorrectionToReturn[],
  options: ReturnOptions = {},
): Promise<readonly CorrectionToReturn[]> {
  return runExclusive(returnLock, async () => {
    const storedKeys = new Set((await outbox.drafts.list(correctionDraft)).map(({ key }) => key))
    const pendingLanes = new Set(
      outbox.writes
        .list()
        .filter(isPending)
        .map(({ lane }) => lane),
    )
    const accepted: { correction: CorrectionToReturn; draft: OpenDraft<CorrectionDraft> }[] = []
    for (const correction of corrections) {
      const { todoId, userId } = correction
      const key = getDraftKey(todoId, userId)
      if (
        !storedKeys.has(key) ||
        pendingLanes.has(correctionLane(todoId, userId)) ||
        isStoringFiles(outbox, correctionDraft, key)
      ) {
        continue
      }
      const draft = await outbox.drafts.open(correctionDraft, key)
      const { value } = draft.state()
      if (value !== undefined && isSameDraft(value, correction.draft)) accepted.push({ correction, draft })
      else draft.close()
    }
    try {
      if (accepted.length === 0) return []
      await outbox.writes.addAll(accepted.flatMap(({ correction }) => toOutboxEntries(correction, options)))
      for (const { draft } of accepted) await draft.discard()
      return accepted.map(({ correction }) => correction)
    } finally {
      for (const { draft } of accepted) draft.close()
    }
  })
}

/** Whether a write is unfinished, and so blocks its lane. Failed writes do, too. */
export const isPending = ({ state }: Pick<Write, 'state'>): boolean => state !== 'done'

function toOutboxEntries(
  { todoId, userId, relation, draft, body }: CorrectionToReturn,
  options: ReturnOptions,
) {
  const lane = correctionLane(todoId, userId)
  const { files, marked, opened } = draft
  const sentFiles = [...files, ...marked.map(({ copy }) => copy)]
  const uploads = sentFiles.map(({ id }) => ({
    kind: correctionFileWrite,
    entry: {
      input: { body: { related_to: relation, file: { keptFile: id } } },
      lane,
      base: opened,
      ...options,
    },
  }))
  // With the marks, so that they can be changed after the return is undone or has failed.
  const base = { ...opened, marked, ...toQueuedFiles(sentFiles) }
  const entry = { input: { todo_id: todoId, user_id: userId, body }, lane, base, ...options }
  return [...uploads, { kind: correctionWrite, entry }]
}

type CancelReturnOptions = {
  todoId: number
  userId: number
  /** The unfinished writes in the pupil's lane. */
  writes: readonly Write[]
  /** Base version of the restored draft: the submission that the user sees now. */
  base: CorrectionDraft['opened']
  isSetAside?: boolean
  language: string
}

/**
 * Turns an unsent correction back into a draft. Returns false if it is too late. Throws `StorageError` if the draft
 * can't be stored.
 */
export const cancelReturn = (outbox: Outbox, options: CancelReturnOptions): Promise<boolean> =>
  runExclusive(returnLock, () => cancelReturnNow(outbox, options))

async function cancelReturnNow(outbox: Outbox, options: CancelReturnOptions): Promise<boolean> {
  const { todoId, userId, writes, base, isSetAside = false, language } = options
  const body = findCorrectionBody(writes)
  if (!body) return false
  const draft = await outbox.drafts.open(correctionDraft, getDraftKey(todoId, userId))
  try {
    await draft.takeOwnership()
    const storedDraft = draft.state().value
    const sent = readFeedback(body.teacher_correction, body.points, language)
    // The files are restored, so the sentence is written again when they are returned.
    const text = isDefaultFeedback(sent.text) ? '' : sent.text
    const marked = findMarked(writes)
    const copyIds = new Set(marked.map(({ copy }) => copy?.id))
    const uploads = writes.filter(write => !copyIds.has(getUploadFileId(write)))
    draft.set({
      text: joinTexts(text, storedDraft?.text ?? ''),
      scheme: joinSchemes(sent.scheme, storedDraft?.scheme),
      points: body.points === undefined ? (storedDraft?.points ?? '') : formatPoints(body.points, language),
      files: mergeFiles(await readStoredFiles(outbox, uploads), storedDraft?.files),
      marked: mergeMarked(marked, storedDraft?.marked),
      opened: base,
      aside: isSetAside,
    })
    // Store the draft before the writes are cancelled, so that the text is never lost.
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

const CorrectionBase = z.object({ marked: z.array(MarkedFile) })

const findMarked = (writes: readonly Pick<Write, 'base'>[]): MarkedFile[] =>
  writes
    .map(({ base }) => CorrectionBase.safeParse(base).data?.marked)
    .find(marked => marked !== undefined) ?? []

const mergeMarked = (marked: readonly MarkedFile[], stored: readonly MarkedFile[] = []) => [
  ...marked,
  ...stored.filter(({ document }) => !marked.some(file => file.document === document)),
]

const joinTexts = (text: string, storedText: string) =>
  storedText === '' || storedText === text ? text : `${text}\n\n${storedText}`

const CorrectionInput = z.object({
  body: z.object({ teacher_correction: z.string(), points: z.optional(z.number()) }),
})

export const findCorrectionBody = (
  writes: readonly Pick<Write, 'input'>[],
): { teacher_correction: string; points?: number | undefined } | undefined =>
  writes.map(({ input }) => CorrectionInput.safeParse(input).data?.body).find(body => body !== undefined)

/** Whether this correction is done, but the submission was read before it. */
export function isReturnUnread(write: Write, remote: CorrectionSnapshot): boolean {
  const base = findBaseSnapshot([write])
  const body = findCorrectionBody([write])
  if (write.state !== 'done' || !base || !body) return false
  return isSameCorrection(base, remote) && !hasCorrection(remote, body)
}

/** Whether a queued correction has nothing but files. Without them, it would tell the pupil to see a missing file. */
export function hasOnlyFiles(writes: readonly Pick<Write, 'input'>[]): boolean {
  const body = findCorrectionBody(writes)
  return body !== undefined && body.points === undefined && isDefaultFeedback(body.teacher_correction)
}

/** Returns the base version of a queued correction. A draft that is restored with it warns about later changes. */
export const findBaseSnapshot = (
  writes: readonly Pick<Write, 'kind' | 'base'>[],
): CorrectionSnapshot | undefined =>
  CorrectionSnapshot.safeParse(writes.find(({ kind }) => kind === correctionWrite.name)?.base).data

export const correctionWrite: WriteKind<typeof submissions.correct, CorrectionSnapshot> = {
  name: 'correction',
  endpoint: submissions.correct,
  base: CorrectionSnapshot,
  wasApplied: async (sent, call) => isApplied(sent, await fetchSnapshot(call, sent.input)),
  async findConflict(sent, call) {
    const remote = await fetchSnapshot(call, sent.input)
    return isConflict(sent, remote) ? remote : undefined
  },
}

/** Uploads a file of a correction. The pupil sees it at once, so each file is compared like the correction itself. */
export const correctionFileWrite: WriteKind<typeof documents.upload, CorrectionSnapshot> = {
  ...uploadWrite('correctionFile', 'correction', async (call, owner) => {
    return (await fetchSubmission(call, owner)).submission.correction_files
  }),
  base: CorrectionSnapshot,
  async findConflict({ input, base }, call) {
    // Earlier releases queued files without a base version. Their correction is compared.
    if (!base) return undefined
    const remote = await fetchSnapshot(call, readOwner(input.body.related_to, 'correction'))
    return isUnchanged(base, remote) ? undefined : remote
  },
}

type CorrectionBody = { teacher_correction: string; points?: number | undefined }

type SentCorrection = {
  input: { body: CorrectionBody }
  base: CorrectionSnapshot | undefined
  userId: number
}

/** Whether the submission has this correction of the user. Undefined if the service does not say who wrote it. */
export function isApplied(
  { input, userId }: SentCorrection,
  remote: CorrectionSnapshot,
): boolean | undefined {
  if (!hasCorrection(remote, input.body)) return false
  return remote.corrected_by_user_id === null ? undefined : remote.corrected_by_user_id === userId
}

/** Whether a correction would overwrite something that the teacher has not seen (rule 24). */
export function isConflict(sent: SentCorrection, remote: CorrectionSnapshot): boolean {
  if (isApplied(sent, remote)) return false
  const { base } = sent
  // Without a base version, never overwrite an existing correction.
  if (!base) return remote.is_corrected
  return !isUnchanged(base, remote)
}

const isUnchanged = (base: CorrectionSnapshot, remote: CorrectionSnapshot): boolean =>
  isSameCorrection(base, remote) && isSameHandIn(base, remote)

const hasCorrection = (remote: CorrectionSnapshot, { teacher_correction, points }: CorrectionBody): boolean =>
  remote.is_corrected &&
  isSameText(remote.teacher_correction, teacher_correction) &&
  remote.points === (points ?? null)

const fetchSnapshot = async (call: Call, owner: SubmissionOwner) =>
  toCorrectionSnapshot((await fetchSubmission(call, owner)).submission)

/**
 * Fetches the submission of one pupil, from the list if the service can't return a single one. Throws `ApiError` of kind
 * `notFound` if the pupil is not in the list.
 */
async function fetchSubmission(call: Call, { todo_id, user_id }: SubmissionOwner): Promise<SubmissionEntry> {
  try {
    return await call(submissions.get, { todo_id, user_id })
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === 'unsupported')) throw error
  }
  const { rows } = await call(submissions.list, { todo_id })
  const entry = rows.find(({ user }) => user.id === user_id)
  if (!entry) throw new ApiError('notFound', { endpoint: submissions.get, status: 404 })
  return entry
}
