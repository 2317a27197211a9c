import { z } from 'zod/mini'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { readRelation } from '../../../contract/document.ts'
import { type Document, documents } from '../../../contract/documents.ts'
import { type Submission, type SubmissionEntry, submissions } from '../../../contract/submissions.ts'
import { sha1Hex } from '../../../lib/encoding.ts'
import { normalized } from '../../../lib/normalized.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import type { Verdict, WriteKind } from '../../../outbox/queue/Writes.ts'

/** What of a submission decides whether a correction may be returned: the pupil's side, and any correction there is. */
export const CorrectionSeen = z.object({
  comment: z.string(),
  submitted_at: z.nullable(z.string()),
  /** Bytes are told apart by id and checksum, '' where the service gives none. */
  files: z.array(z.object({ id: z.number(), sha1: z.string() })),
  teacher_correction: z.string(),
  points: z.nullable(z.number()),
  corrected_at: z.nullable(z.string()),
  corrected_by_user_id: z.nullable(z.number()),
  is_corrected: z.boolean(),
})
export type CorrectionSeen = z.output<typeof CorrectionSeen>

/** A file by what tells it apart. `sha1` in hex, '' where it is not known. */
const FilePrint = z.object({ name: z.string(), size: z.number(), sha1: z.string() })
export type FilePrint = z.output<typeof FilePrint>

/** The file that goes back, and the correction's files at the service. */
const FileSeen = z.object({
  ours: FilePrint,
  there: z.array(FilePrint),
  /** The service does not show what is there. */
  unread: z.optional(z.literal(true)),
})
type FileSeen = z.output<typeof FileSeen>

/** Returns a correction, after looking whether anybody was there in the meantime (cases 24). */
export const correctionWrite: WriteKind<typeof submissions.correct, CorrectionSeen> = {
  name: 'correction',
  endpoint: submissions.correct,
  seen: CorrectionSeen,
  fetchRemote: async (input, call) => seenOf((await readSubmission(call, input)).submission),
  reconcile: reconcileCorrection,
}

export type Whose = { todo_id: number; user_id: number }

/**
 * Uploads one file to a side of a submission. After a lost answer it is looked for before it goes again: `read` answers
 * the files of that side, nothing where the service does not show them.
 */
export const uploadWrite = (
  name: string,
  side: 'submission' | 'correction',
  read: (call: Call, whose: Whose) => Promise<readonly Document[] | undefined>,
): WriteKind<typeof documents.upload, FileSeen> => ({
  name,
  endpoint: documents.upload,
  seen: FileSeen,
  fetchRemote: async ({ body }, call) => {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== side) throw new Error(`${body.related_to} is no relation of a ${side}`)
    const files = await read(call, { todo_id: relation.todoId, user_id: relation.userId })
    const ours = await printOf(body.file)
    return { ours, there: files?.map(printIn) ?? [], ...(!files && { unread: true }) }
  },
  reconcile: ({ before, now }) => {
    if (now.unread) return before ? 'unknown' : 'send'
    return reconcileCorrectionFile({ before, now })
  },
})

/** A file of the service by the same. */
export const printIn = ({ name, size, sha1_checksum: sha1 }: Document): FilePrint => ({ name, size, sha1 })

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

/**
 * Is this upload still to be made? A file with the same bytes under the same name is the same file; where the service
 * gives no checksum, one more of its name and size than before counts (cases 26).
 */
export function reconcileCorrectionFile({
  before,
  now,
}: {
  before: FileSeen | undefined
  now: FileSeen
}): Verdict {
  const { ours } = now
  const alike = ({ there }: FileSeen) =>
    there.filter(({ name, size }) => sameName(name, ours.name) && size === ours.size)
  const here = alike(now)
  if (here.some(({ sha1 }) => sha1 !== '' && sha1.toLowerCase() === ours.sha1)) return 'done'
  // Before it was first sent, one of the same name and size is another's.
  if (!before) return 'send'
  const isUnclear = here.some(({ sha1 }) => sha1 === '' || ours.sha1 === '')
  return isUnclear && here.length > alike(before).length ? 'done' : 'send'
}

const sameName = (a: string, b: string) => normalized(a, 'NFC') === normalized(b, 'NFC')

/** What tells a file apart. */
export async function printOf(file: File): Promise<FilePrint> {
  return { name: file.name, size: file.size, sha1: await sha1Hex(file) }
}

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

/** The same fields of a submission as it was shown or read. */
export const seenOf = (submission: Submission): CorrectionSeen => ({
  comment: submission.comment ?? '',
  submitted_at: submission.submitted_at,
  files: submission.files
    .map(({ id, sha1_checksum }) => ({ id, sha1: sha1_checksum }))
    .sort((a, b) => a.id - b.id),
  teacher_correction: submission.teacher_correction ?? '',
  points: submission.points,
  corrected_at: submission.corrected_at,
  corrected_by_user_id: submission.corrected_by_user_id,
  is_corrected: submission.is_corrected,
})

/** Whether the pupil's side is the same in both. */
export const sameHandIn = (a: CorrectionSeen, b: CorrectionSeen): boolean =>
  sameText(a.comment, b.comment) &&
  sameMoment(a.submitted_at, b.submitted_at) &&
  a.files.length === b.files.length &&
  a.files.every(({ id, sha1 }, index) => {
    const other = b.files[index]
    return other?.id === id && (sha1 === '' || other.sha1 === '' || sha1 === other.sha1)
  })

/** Whether the teacher's side is the same in both. */
export const sameCorrection = (a: CorrectionSeen, b: CorrectionSeen): boolean =>
  a.is_corrected === b.is_corrected &&
  sameText(a.teacher_correction, b.teacher_correction) &&
  a.points === b.points &&
  a.corrected_by_user_id === b.corrected_by_user_id &&
  sameMoment(a.corrected_at, b.corrected_at)

/** Same words: a service may end its lines and texts in its own way. */
export const sameText = (a: string, b: string): boolean => plain(a) === plain(b)
const plain = (text: string) => normalized(text, 'NFC').replaceAll('\r\n', '\n').trim()

const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/
const quarter = 15 * 60

/**
 * Same moment, in whichever of the two formats each came and with or without fractions of a second. One without a
 * zone agrees with any that differs by whole quarters of an hour, as zones do.
 */
function sameMoment(a: string | null, b: string | null): boolean {
  if (a === null || b === null || a === b) return a === b
  const [left, right] = [a, b].map(text => Math.floor((instantOf(text, 'UTC') ?? Number.NaN) / 1000))
  if (left === undefined || right === undefined) return false
  return hasZone.test(a) === hasZone.test(b) ? left === right : (left - right) % quarter === 0
}
