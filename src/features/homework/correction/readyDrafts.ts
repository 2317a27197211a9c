import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDrafts } from '../../../outbox/drafts/useDraft.ts'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { correctionLanePrefix, parseLanePupilId } from '../progress/returnStates.ts'
import {
  type CorrectionDraft,
  correctionDraft,
  isSameCorrection,
  isSameHandIn,
  parseDraftPupilId,
  toCorrectionSnapshot,
} from './correctionDraft.ts'
import { type DraftProblem, isPending, parseBody, type Returning } from './correctionWrite.ts'

/** Returns the drafts of a homework that can be returned together, and those that can't. */
export function useReadyDrafts(homework: Homework, entries: readonly SubmissionEntry[]) {
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanePrefix(homework.id))
  const busy = busyPupils(writes, homework.id)
  return readyDrafts(homework.id, entries, drafts ?? [], userId => busy.has(userId))
}

/** Returns the IDs of the pupils of a homework whose correction in the outbox is unfinished. */
export const busyPupils = (
  writes: readonly Pick<Write, 'lane' | 'state'>[],
  todoId: number,
): ReadonlySet<number> =>
  new Set(writes.filter(isPending).flatMap(({ lane }) => parseLanePupilId(lane, todoId) ?? []))

/** A draft that is not returned with the others, and the reason. */
type Skipped = { entry: SubmissionEntry; why: DraftProblem['why'] | 'changed' | 'corrected' | 'busy' }

type Drafts = readonly { key: string; draft: SavedDraft<CorrectionDraft> }[]

/**
 * Returns the drafts of a homework that can be returned together, and those that can't, with reasons. `isBusy`: whether
 * the pupil's correction in the outbox is unfinished. Drafts that were set aside are in neither list.
 */
export function readyDrafts(
  todoId: number,
  entries: readonly SubmissionEntry[],
  drafts: Drafts,
  isBusy: (userId: number) => boolean,
): { ready: Returning[]; skipped: Skipped[] } {
  const byPupil = new Map(entries.map(entry => [entry.user.id, entry]))
  const ready: Returning[] = []
  const skipped: Skipped[] = []
  for (const { key, draft } of drafts) {
    const userId = parseDraftPupilId(key, todoId)
    const entry = userId === undefined ? undefined : byPupil.get(userId)
    if (userId === undefined || !entry || draft.value.aside) continue
    const read = parseBody(draft.value)
    const why = isBusy(userId) ? 'busy' : 'problem' in read ? read.problem.why : changed(draft.value, entry)
    if (why) skipped.push({ entry, why })
    else if ('body' in read) {
      const relation = entry.submission.correction_files_document_relation
      ready.push({ todoId, userId, relation, draft: draft.value, body: read.body })
    }
  }
  return { ready, skipped }
}

/**
 * Returns why the draft must be reviewed first: the submission or its correction has changed since the draft was begun.
 */
function changed({ opened }: CorrectionDraft, { submission }: SubmissionEntry): Skipped['why'] | undefined {
  const now = toCorrectionSnapshot(submission)
  if (!isSameCorrection(opened, now)) return 'corrected'
  return isSameHandIn(opened, now) ? undefined : 'changed'
}
