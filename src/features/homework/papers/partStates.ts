import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { parsePoints } from '../../../lib/points.ts'
import type { CorrectionState } from '../progress/returnStates.ts'
import type { PapersDraft, Part } from './papersDraft.ts'
import { getReturnedPages } from './splitPages.ts'

/**
 * `open`: no pupil. `invalid`: the points are no number, or all pages are omitted. `busy`: another correction of the pupil is
 * being sent. `ready`: can be returned. `draft`: in the draft of the correction, not sent. `attention`: the service
 * refused it, or the teacher must decide. `missing`: neither in a draft nor returned.
 */
export type PartState =
  | 'open'
  | 'invalid'
  | 'busy'
  | 'ready'
  | 'draft'
  | 'sending'
  | 'attention'
  | 'returned'
  | 'missing'

type PartContext = {
  papers: PapersDraft
  entryById: ReadonlyMap<number, SubmissionEntry>
  states: ReadonlyMap<number, CorrectionState>
  /** Pupils with a correction in the outbox. */
  pendingIds: ReadonlySet<number>
  /** Files in the drafts of corrections. */
  draftFileIds: ReadonlySet<string>
}

export function getPartState(part: Part, context: PartContext): PartState {
  const { papers, entryById, states, pendingIds, draftFileIds } = context
  const entry = part.pupilId === null ? undefined : entryById.get(part.pupilId)
  if (!entry) return 'open'
  const stored = states.get(entry.user.id)
  const isPending = pendingIds.has(entry.user.id)
  // During its undo time, a queued correction has the state of a draft.
  const state = stored === 'draft' && isPending ? 'waiting' : stored
  if (part.isAdded) return getAddedState(part, entry, { state, isPending, draftFileIds })
  if (parsePoints(part.points) === undefined || getReturnedPages(papers, part).length === 0) return 'invalid'
  return state === undefined || state === 'draft' ? 'ready' : 'busy'
}

type AddedContext = Pick<PartContext, 'draftFileIds'> & {
  state: CorrectionState | undefined
  isPending: boolean
}

function getAddedState(
  part: Part,
  { submission }: SubmissionEntry,
  { state, isPending, draftFileIds }: AddedContext,
): PartState {
  // Any other draft is a new version of a returned correction, or has nothing to do with the part.
  if (state === 'draft' && part.files.some(({ id }) => draftFileIds.has(id))) return 'draft'
  const isReturned = part.files.every(file =>
    submission.correction_files.some(({ name, size }) => name === file.name && size === file.size),
  )
  if (!isPending && submission.is_corrected && isReturned) return 'returned'
  if (state === undefined || state === 'draft') return 'missing'
  return state === 'waiting' || state === 'sending' ? 'sending' : 'attention'
}
