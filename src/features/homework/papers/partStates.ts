import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { type Entry, isBlocked } from '../../../delivery/entries/Entry.ts'
import { collectTexts } from '../../../delivery/storage/fileStore.ts'
import { parsePoints } from '../../../lib/points.ts'
import type { CorrectionState } from '../progress/returnStates.ts'
import type { PapersDraft, Part } from './papersDraft.ts'
import { getReturnedPages } from './splitPages.ts'

/**
 * `open`: no pupil. `invalid`: the points are no number, or all pages are omitted. `busy`: another correction of the pupil is
 * being sent. `ready`: can be returned. `attention`: the service refused it, or the teacher must decide.
 */
export type PartState = 'open' | 'invalid' | 'busy' | 'ready' | 'sending' | 'attention' | 'returned'

type PartContext = {
  papers: PapersDraft
  entryById: ReadonlyMap<number, SubmissionEntry>
  states: ReadonlyMap<number, CorrectionState>
  /** Corrections that are not sent. */
  pending: readonly Entry[]
}

export function getPartState(part: Part, { papers, entryById, states, pending }: PartContext): PartState {
  const entry = part.pupilId === null ? undefined : entryById.get(part.pupilId)
  if (!entry) return 'open'
  const sent = pending.find(({ steps }) => {
    const texts = collectTexts(steps)
    return part.files.some(({ id }) => texts.has(id))
  })
  if (sent) return isBlocked(sent) ? 'attention' : 'sending'
  if (isReturned(part, entry)) return 'returned'
  if (parsePoints(part.points) === undefined || getReturnedPages(papers, part).length === 0) return 'invalid'
  const state = states.get(entry.user.id)
  return state === undefined || state === 'draft' ? 'ready' : 'busy'
}

const isReturned = ({ files }: Part, { submission }: SubmissionEntry): boolean =>
  files.length > 0 &&
  submission.is_corrected &&
  files.every(file =>
    submission.correction_files.some(({ name, size }) => name === file.name && size === file.size),
  )
