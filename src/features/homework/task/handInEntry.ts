import { z } from 'zod/mini'
import { documents } from '../../../contract/documents.ts'
import type { Homework } from '../../../contract/homework.ts'
import { HandIn, type Submission, submissions } from '../../../contract/submissions.ts'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'
import { type Entry, type NewEntry, step } from '../../../delivery/entries/Entry.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { paths } from '../../../paths.ts'
import { handInLane } from '../progress/handInStates.ts'
import { HandInSnapshot, toHandInSnapshot } from './handInEndpoint.ts'
import { HandInFile } from './handInFiles.ts'

type HandInEntryOptions = {
  task: Homework
  submission: Submission
  title: string
  draft: HandInDraft
  /** Without those that the service has already. */
  files: readonly StoredFile[]
  /** Another service must not receive files if it has no hand-ins. */
  sendsFilesFirst: boolean
}

export function createHandInEntry(options: HandInEntryOptions): NewEntry {
  const { task, submission, title, draft, files, sendsFilesFirst } = options
  const related_to = sendsFilesFirst
    ? submission.document_relation
    : { ofStep: 0, part: 'submission.document_relation' }
  const handIn = step(
    submissions.handIn,
    { todo_id: task.id, body: { comment: draft.comment } },
    toHandInSnapshot(submission),
  )
  const uploads = files.map(({ id }) =>
    step(documents.upload, { body: { related_to, file: { storedFile: id } } }),
  )
  return {
    lane: handInLane(task.id),
    title,
    path: paths.task(task.course_id, task.id),
    steps: sendsFilesFirst ? [...uploads, handIn] : [handIn, ...uploads],
    draft: { kind: handInDraft.name, key: String(task.id), value: draft },
  }
}

/** Whether another tab has sent the entry, and the submission was read before it. */
export function isHandInUnread(
  { state, steps }: Pick<Entry, 'state' | 'steps'>,
  submission: Submission,
): boolean {
  const base = steps.map(({ base }) => HandInSnapshot.safeParse(base).data).find(found => found !== undefined)
  return state === 'done' && base !== undefined && base.submitted_at === submission.submitted_at
}

/** The key of the draft is the ID of the homework. `sendsOriginals`: instead of the prepared photos. */
export const HandInDraft = z.object({
  comment: z.string(),
  files: z.array(HandInFile),
  sendsOriginals: z.optional(z.boolean()),
})
export type HandInDraft = z.output<typeof HandInDraft>

export const emptyHandIn: HandInDraft = { comment: '', files: [] }

export const handInDraft: DraftKind<HandInDraft> = {
  name: 'handIn',
  value: HandInDraft,
  isEmpty: ({ comment, files }) => comment.trim() === '' && files.length === 0,
}

/** As in the endpoint's schema. */
const maxCommentLength = 100_000

/** `excess` is the number of characters above the maximum. */
export type HandInProblem = { kind: 'empty' } | { kind: 'tooLong'; excess: number }

export function getHandInProblem(draft: HandInDraft): HandInProblem | undefined {
  if (handInDraft.isEmpty(draft)) return { kind: 'empty' }
  if (HandIn.safeParse({ comment: draft.comment }).success) return undefined
  return { kind: 'tooLong', excess: draft.comment.length - maxCommentLength }
}
