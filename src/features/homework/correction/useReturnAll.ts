import { useRef } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDrafts } from '../../../outbox/drafts/useDraft.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import { correctionLane, correctionLanes } from '../../../outbox/returned.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import {
  bodyOf,
  type CorrectionDraft,
  correctionDraft,
  type DraftProblem,
  pupilOfDraft,
} from './correctionDraft.ts'
import { sameCorrection, sameHandIn, seenOf } from './correctionWrite.ts'
import { rememberPhrases } from './phrases.ts'
import { isUnderWay, type Returning, returnCorrections, tellReturnAll } from './useReturn.ts'

/** Time to think better of it, ms. */
const grace = 10_000

/** What every group of a homework's "Return all drafts" begins with. */
export const returnAllGroups = (todoId: number): string => `return-all/${todoId}/`

/** "Return all drafts": how many are complete, and the way to return them together; ReturnAllStatus shows the rest. */
export function useReturnAll(
  homework: Homework,
  entries: readonly SubmissionEntry[],
): { count: number; start: () => void } {
  const outbox = useOutbox()
  const { clock } = useSchoolTime()
  const { ready } = useReadyDrafts(homework, entries)
  const busy = useRef(false)

  const start = async () => {
    if (busy.current) return
    busy.current = true
    try {
      await outbox.drafts.flush()
      // What was typed this very moment, not what was drawn last.
      const drafts = await outbox.drafts.list(correctionDraft)
      const { ready } = readyDrafts(homework.id, entries, drafts, () => false)
      const group = `${returnAllGroups(homework.id)}${randomUuid()}`
      const went = await returnCorrections(outbox, ready, { group, notBefore: clock() + grace })
      tellReturnAll(homework.id, undefined)
      const texts = went.map(({ body }) => body.teacher_correction)
      await rememberPhrases(outbox, texts, clock()).catch(() => undefined)
    } catch {
      tellReturnAll(homework.id, 'notStored')
    } finally {
      busy.current = false
    }
  }
  return { count: ready.length, start: () => void start() }
}

/** The drafts of a homework that can be returned together, and those that can't. */
export function useReadyDrafts(homework: Homework, entries: readonly SubmissionEntry[]) {
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanes(homework.id))
  const busy = new Set(writes.filter(isUnderWay).map(({ lane }) => lane))
  return readyDrafts(homework.id, entries, drafts ?? [], userId =>
    busy.has(correctionLane(homework.id, userId)),
  )
}

/** Why a draft is not returned with the others. */
type Skipped = { entry: SubmissionEntry; why: DraftProblem['why'] | 'changed' | 'corrected' | 'busy' }

type Drafts = readonly { key: string; draft: SavedDraft<CorrectionDraft> }[]

/**
 * Which drafts of a homework can be returned together, and which are left out and why. `isBusy`: a correction of this
 * pupil is on its way. One that was set aside is neither.
 */
function readyDrafts(
  todoId: number,
  entries: readonly SubmissionEntry[],
  drafts: Drafts,
  isBusy: (userId: number) => boolean,
): { ready: Returning[]; skipped: Skipped[] } {
  const byPupil = new Map(entries.map(entry => [entry.user.id, entry]))
  const ready: Returning[] = []
  const skipped: Skipped[] = []
  for (const { key, draft } of drafts) {
    const userId = pupilOfDraft(key, todoId)
    const entry = userId === undefined ? undefined : byPupil.get(userId)
    if (userId === undefined || !entry || draft.value.aside) continue
    const read = bodyOf(draft.value)
    const why = isBusy(userId) ? 'busy' : 'problem' in read ? read.problem.why : changed(draft.value, entry)
    if (why) skipped.push({ entry, why })
    else if ('body' in read) {
      const relation = entry.submission.correction_files_document_relation
      ready.push({ todoId, userId, relation, draft: draft.value, body: read.body })
    }
  }
  return { ready, skipped }
}

/** Known already to be another thing than what was opened: one look is due before it goes with all others. */
function changed({ opened }: CorrectionDraft, { submission }: SubmissionEntry): Skipped['why'] | undefined {
  const now = seenOf(submission)
  if (!sameCorrection(opened, now)) return 'corrected'
  return sameHandIn(opened, now) ? undefined : 'changed'
}
