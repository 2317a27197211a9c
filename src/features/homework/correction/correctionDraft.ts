import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod/mini'
import { keyOf } from '../../../api/cache/query.ts'
import { type ResponseInfo, responseInfoOf } from '../../../api/cache/responseInfo.ts'
import { Correction, type Submission, submissions } from '../../../contract/submissions.ts'
import { parsePoints } from '../../../lib/points.ts'
import { type DraftKind, type DraftState, KeptFile, type OpenDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDraft, useDrafts } from '../../../outbox/drafts/useDraft.ts'
import { useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { correctionLanes, pupilOfLane, type ReturnState, stateOf } from '../../../outbox/returned.ts'
import { CorrectionSeen, sameText, seenOf } from './correctionWrite.ts'

/** A correction that is not returned yet. */
export const CorrectionDraft = z.object({
  text: z.string(),
  /** As typed; what it means is asked when it is returned. */
  points: z.string(),
  files: z.array(KeptFile),
  /** The submission as it was when this was begun, to notice what changed since (cases 24). */
  opened: CorrectionSeen,
  /** Another teacher's correction was kept instead. Stays here, and is not returned with "all drafts". */
  aside: z.boolean(),
})
export type CorrectionDraft = z.output<typeof CorrectionDraft>

export const correctionDraft: DraftKind<CorrectionDraft> = {
  name: 'correction',
  value: CorrectionDraft,
  isEmpty: ({ text, points, files }) => text.trim() === '' && points.trim() === '' && files.length === 0,
}

export const draftKey = (todoId: number, userId: number): string => `${todoId}/${userId}`

/** The pupil a draft of this homework is for, `undefined` for one of another homework. */
export function pupilOfDraft(key: string, todoId: number): number | undefined {
  const [, todo, user] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(key) ?? []
  return Number(todo) === todoId ? Number(user) : undefined
}

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

/** The same text, points and files, and begun at the same submission; in whatever order its fields were written. */
export const sameDraft = (one: CorrectionDraft, other: CorrectionDraft): boolean =>
  JSON.stringify(CorrectionDraft.parse(one)) === JSON.stringify(CorrectionDraft.parse(other))

/**
 * The service has these very words, points and files already: the draft of a correction that arrived. `returnedFiles`
 * are those of the submission's correction.
 */
export function isReturned(
  draft: CorrectionDraft,
  seen: Pick<CorrectionSeen, 'is_corrected' | 'teacher_correction' | 'points' | 'corrected_by_user_id'>,
  userId: number,
  returnedFiles: readonly { name: string; size: number }[] = [],
): boolean {
  const isThere = (file: { name: string; size: number }) =>
    returnedFiles.some(({ name, size }) => name === file.name && size === file.size)
  // A file that is only here would be lost with the draft.
  if (!draft.files.every(isThere)) return false
  if (!seen.is_corrected || seen.corrected_by_user_id !== userId) return false
  return sameText(seen.teacher_correction, draft.text) && seen.points === (parsePoints(draft.points) ?? null)
}

export type OpenCorrection = {
  value: CorrectionDraft
  /** There is something to keep. */
  begun: boolean
  state: DraftState<CorrectionDraft>
  draft: OpenDraft<CorrectionDraft>
  /** Changes some of it, on top of whatever was changed a moment ago. */
  change: (patch: Partial<CorrectionDraft> | ((now: CorrectionDraft) => Partial<CorrectionDraft>)) => void
}

/**
 * The correction of one pupil as it is being written. What was opened is kept from the first letter on. `begin` is what
 * the fields hold before it: nothing, or the correction that is to be corrected; another `round` begins anew.
 */
export function useCorrectionDraft(
  submission: Submission,
  begin: Pick<CorrectionDraft, 'text' | 'points'>,
  round: number,
): OpenCorrection {
  const { draft, state } = useDraft(correctionDraft, draftKey(submission.todo_id, submission.user_id))
  // Emptied, a draft is removed: the fields stay empty then, and what they began with does not come back.
  const [touched, setTouched] = useState<number>()
  const orNew = (kept: CorrectionDraft | undefined): CorrectionDraft =>
    kept ?? {
      ...(touched === round ? { text: '', points: '' } : begin),
      files: [],
      opened: seenOf(submission),
      aside: false,
    }
  return {
    value: orNew(state.value),
    begun: state.value !== undefined && !correctionDraft.isEmpty(state.value),
    state,
    draft,
    change: patch => {
      const now = orNew(draft.state().value)
      setTouched(round)
      draft.set({ ...now, ...(typeof patch === 'function' ? patch(now) : patch) })
    },
  }
}

export type CorrectionState = 'draft' | ReturnState

/**
 * How far the correction of each pupil is that is begun or on its way, by the pupil's id. One that was done after the list
 * of submissions was asked for is on its way until the list has it: a row does not go back in between.
 */
export function useCorrectionStates(homeworkId: number): ReadonlyMap<number, CorrectionState> {
  const client = useQueryClient()
  const list = responseInfoOf(client.getQueryData(keyOf(submissions.list, { todo_id: homeworkId })))
  const drafts = useDrafts(correctionDraft)
  const writes = useWrites(correctionLanes(homeworkId))
  const states = new Map<number, CorrectionState>()
  for (const { key, draft } of drafts ?? []) {
    const pupil = pupilOfDraft(key, homeworkId)
    if (pupil !== undefined && !draft.value.aside) states.set(pupil, 'draft')
  }
  for (const [lane, inLane] of Map.groupBy(writes, write => write.lane)) {
    const pupil = pupilOfLane(lane, homeworkId)
    const state =
      stateOf(inLane) ?? (list && inLane.some(write => isAhead(write, list)) ? 'sending' : undefined)
    if (pupil !== undefined && state) states.set(pupil, state)
  }
  return states
}

/** Done, and neither asked for nor changed by an answer since. */
const isAhead = ({ doneAt }: Pick<Write, 'doneAt'>, { askedAt, changedAt }: ResponseInfo): boolean =>
  doneAt !== undefined && doneAt >= askedAt && !(changedAt !== undefined && changedAt >= doneAt)
