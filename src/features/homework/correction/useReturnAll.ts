import { useQueryClient } from '@tanstack/react-query'
import { useRef, useSyncExternalStore } from 'react'
import { z } from 'zod/mini'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { undoMs } from '../../../api/cache/undoableDeletions.ts'
import type { Homework } from '../../../contract/homework.ts'
import type { Submission, SubmissionEntry } from '../../../contract/submissions.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { randomUuid } from '../../../lib/encoding.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { SavedDraft } from '../../../outbox/drafts/Drafts.ts'
import { useDrafts } from '../../../outbox/drafts/useDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { useOutbox, useWrites } from '../../../outbox/OutboxContext.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { createTextStore } from '../../../session/textStore.ts'
import { useUserStorage } from '../../../session/userStorage.tsx'
import { hasCopy, MarkedCopyError, markedCopyProblems } from '../pen/markedCopies.ts'
import { correctionLanePrefix, parseLanePupilId, returnAllGroupPrefix } from '../progress/returnStates.ts'
import { applyScheme, type MarkingContext } from '../scheme/markedDraft.ts'
import { getSchemeLines, schemeSetting } from '../scheme/schemeStore.ts'
import { addMarkedCopies, hasUsableCopies } from './addMarkedCopies.ts'
import { parseBody } from './correctionBody.ts'
import {
  type CorrectionDraft,
  correctionDraft,
  getDraftKey,
  isSameCorrection,
  isSameHandIn,
  parseDraftPupilId,
  toCorrectionSnapshot,
} from './correctionDraft.ts'
import { type CorrectionToReturn, isPending, returnCorrections } from './correctionWrite.ts'
import { rememberPhrases } from './phraseSetting.ts'
import { useMarkingContext } from './useMarkingContext.ts'

/**
 * Returns the number of complete drafts and the action "Return all drafts". ReturnAllStatus shows its progress.
 * `startFor` returns only the drafts of some pupils.
 */
export function useReturnAll(
  homework: Homework,
  entries: readonly SubmissionEntry[],
): { count: number; start: () => void; startFor: (pupilIds: ReadonlySet<number>) => Promise<void> } {
  const outbox = useOutbox()
  const queryClient = useQueryClient()
  const { clock } = useSchoolTime()
  const drafts = useDrafts(correctionDraft) ?? []
  const writes = useWrites(correctionLanePrefix(homework.id))
  const { setOmittedDrafts } = useOmittedDrafts(homework.id)
  const { setOutcome } = useReturnAllOutcome(homework.id)
  const isBusy = useRef(false)
  const schemes = useDrafts(schemeSetting.draft) ?? []
  const context = useMarkingContext(homework, getSchemeLines(homework, schemes))

  /** Creates the copies of one draft after the other. A draft whose copy fails is omitted. */
  const addCopies = async (drafts: readonly DraftToReturn[]) => {
    const ready: CorrectionToReturn[] = []
    const omitted: OmittedDraft[] = []
    const count = drafts.filter(({ draft, submission }) => !hasUsableCopies(draft, submission)).length
    let done = 0
    for (const { submission, ...correction } of drafts) {
      const { draft, todoId, userId } = correction
      if (hasUsableCopies(draft, submission)) {
        ready.push({ ...correction, draft: { ...draft, marked: draft.marked.filter(hasCopy) } })
        continue
      }
      setOutcome({ kind: 'copying', done, count })
      try {
        const marked = await withDraft(outbox, correctionDraft, getDraftKey(todoId, userId), async open => {
          await open.takeOwnership()
          const copied = await addMarkedCopies(outbox, queryClient, open, submission)
          await open.flush()
          return copied
        })
        ready.push({ ...correction, draft: { ...draft, marked } })
      } catch (error) {
        if (!(error instanceof MarkedCopyError)) throw error
        omitted.push({ userId, why: error.reason, file: error.fileName })
      }
      done += 1
    }
    return { ready, omitted }
  }

  const startFor = async (pupilIds?: ReadonlySet<number>) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await outbox.drafts.flush()
      // Read the stored drafts: the latest text may not be rendered yet.
      const stored = await outbox.drafts.list(correctionDraft)
      const lines = getSchemeLines(homework, await outbox.drafts.list(schemeSetting.draft))
      const chosen = pupilIds ? entries.filter(({ user }) => pupilIds.has(user.id)) : entries
      const complete = partitionDrafts(homework.id, chosen, stored, outbox.writes.list(), {
        ...context,
        lines,
      })
      const copied = await addCopies(complete.ready)
      const { ready } = copied
      const omitted = [...complete.omitted, ...copied.omitted]
      const group = `${returnAllGroupPrefix(homework.id)}${randomUuid()}`
      // Set this before the writes are queued, so that the countdown lists the omitted drafts from the start.
      setOmittedDrafts({ group, drafts: omitted })
      const queued = await returnCorrections(outbox, ready, { group, notBefore: clock() + undoMs })
      const queuedIds = new Set(queued.map(({ userId }) => userId))
      const notQueued = ready.filter(({ userId }) => !queuedIds.has(userId))
      const unsaved = notQueued.map(({ userId }) => ({ userId, why: 'unsaved' as const }))
      if (unsaved.length > 0) setOmittedDrafts({ group, drafts: [...omitted, ...unsaved] })
      setOutcome(undefined)
      const texts = queued.map(({ body }) => body.teacher_correction)
      await rememberPhrases(outbox, texts).catch(() => undefined)
    } catch {
      setOmittedDrafts(undefined)
      setOutcome({ kind: 'notStored', at: clock() })
    } finally {
      isBusy.current = false
    }
  }
  const { ready } = partitionDrafts(homework.id, entries, drafts, writes, context)
  return { count: ready.length, start: () => void startFor(), startFor }
}

/** `unsaved`: another tab changed the draft, or its files were still being stored. */
const omissionReasons = [
  ...(['points', 'tooMany', 'marks', 'nothing', 'tooLong'] as const),
  ...(['changed', 'corrected', 'unsaved'] as const),
  ...markedCopyProblems,
]
export type OmissionReason = (typeof omissionReasons)[number]

/** `file`: name of the file without a marked copy. */
const OmittedDraft = z.object({
  userId: z.number(),
  why: z.enum(omissionReasons),
  file: z.optional(z.string()),
})
export type OmittedDraft = z.output<typeof OmittedDraft>

type DraftToReturn = Omit<CorrectionToReturn, 'draft'> & { draft: CorrectionDraft; submission: Submission }

/**
 * Separates the drafts that can be returned together from those that must be reviewed first. Drafts that were set aside
 * are in neither list, and neither are those of pupils with an unfinished correction.
 */
function partitionDrafts(
  todoId: number,
  entries: readonly SubmissionEntry[],
  drafts: readonly { key: string; draft: SavedDraft<CorrectionDraft> }[],
  writes: readonly Write[],
  context: MarkingContext,
): { ready: DraftToReturn[]; omitted: OmittedDraft[] } {
  const entryByPupil = new Map(entries.map(entry => [entry.user.id, entry]))
  const pendingPupils = new Set(writes.filter(isPending).map(({ lane }) => parseLanePupilId(lane, todoId)))
  const ready: DraftToReturn[] = []
  const omitted: OmittedDraft[] = []
  for (const { key, draft } of drafts) {
    const userId = parseDraftPupilId(key, todoId)
    const entry = userId === undefined ? undefined : entryByPupil.get(userId)
    if (userId === undefined || !entry || draft.value.aside || pendingPupils.has(userId)) continue
    const parsed = parseBody(applyScheme(draft.value, context), context)
    const why = 'problem' in parsed ? parsed.problem.why : getChange(draft.value, entry)
    if (why) omitted.push({ userId, why })
    else if ('body' in parsed) {
      const { submission } = entry
      const relation = submission.correction_files_document_relation
      ready.push({ todoId, userId, relation, draft: draft.value, body: parsed.body, submission })
    }
  }
  return { ready, omitted }
}

/** Returns how the submission has changed since the draft was begun. */
function getChange(
  { opened: base }: CorrectionDraft,
  { submission }: SubmissionEntry,
): 'corrected' | 'changed' | undefined {
  const remote = toCorrectionSnapshot(submission)
  if (!isSameCorrection(base, remote)) return 'corrected'
  return isSameHandIn(base, remote) ? undefined : 'changed'
}

/** `group` is the group of the queued writes. */
const OmittedDrafts = z.object({ group: z.string(), drafts: z.array(OmittedDraft) })
type OmittedDrafts = z.output<typeof OmittedDrafts>

/**
 * Returns the drafts that the last "Return all drafts" of a homework omitted, as they were then. They are stored in
 * this browser, so that a partial result remains visible after a reload (rule 59).
 */
export function useOmittedDrafts(homeworkId: number): {
  omittedDrafts: OmittedDrafts | undefined
  setOmittedDrafts: (omitted: OmittedDrafts | undefined) => void
} {
  const storage = useUserStorage()
  const { id } = useCurrentUser()
  const store = createTextStore(storage, `staffroom:${id}:homework:left-out:${homeworkId}`)
  const text = useSyncExternalStore(store.subscribe, store.read)
  return {
    omittedDrafts: parseOmittedDrafts(text),
    setOmittedDrafts: omitted =>
      store.write(omitted && omitted.drafts.length > 0 ? JSON.stringify(omitted) : ''),
  }
}

function parseOmittedDrafts(text: string): OmittedDrafts | undefined {
  try {
    return text === '' ? undefined : OmittedDrafts.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/**
 * Outcome of the last "Return all drafts" if no write shows it. `at` is in Unix ms. `copying`: marked copies of `done`
 * out of `count` drafts were created.
 */
type ReturnAllOutcome =
  | { kind: 'notStored' | 'cancelled' | 'cancelledSome'; at: number }
  | { kind: 'copying'; done: number; count: number }
  | undefined

/** By homework ID. The next user of the page has another outbox, and must not see them. */
const getReturnAllOutcomes = memoizePerOwner((_: Outbox) =>
  createStore<ReadonlyMap<number, ReturnAllOutcome>>(() => new Map()),
)

export function useReturnAllOutcome(homeworkId: number) {
  const outcomes = getReturnAllOutcomes(useOutbox())
  return {
    outcome: useStore(outcomes, all => all.get(homeworkId)),
    setOutcome: (outcome: ReturnAllOutcome) =>
      outcomes.setState(all => new Map(all).set(homeworkId, outcome), true),
  }
}
