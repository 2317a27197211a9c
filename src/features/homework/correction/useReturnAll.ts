import { useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import type { Delivery } from '../../../delivery/Delivery.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { useDrafts } from '../../../delivery/drafts/useDraft.ts'
import { undoMs } from '../../../delivery/entries/Entry.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useT } from '../../../i18n/useT.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import { memoizePerOwner } from '../../../lib/memoizePerOwner.ts'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { applyScheme, type MarkingContext } from '../scheme/markedDraft.ts'
import { getSchemeLines } from '../scheme/schemeStore.ts'
import { parseBody } from './correctionBody.ts'
import { type CorrectionDraft, correctionDraft, parseDraftPupilId } from './correctionDraft.ts'
import { type ReturnResult, returnCorrection } from './correctionEntry.ts'
import { rememberPhrases } from './phraseSetting.ts'
import { useMarkingContext } from './useMarkingContext.ts'

/** `notStored`: the device has no room. */
type OmissionReason = Extract<ReturnResult, { problem: object }>['problem']['why'] | 'notStored'

/** A draft that was left out, and why. */
export type OmittedDraft = { userId: number; why: OmissionReason }

/** Omitted drafts of the last "Return all drafts", by group. */
const getOmittedDrafts = memoizePerOwner((_: Delivery) =>
  createStore<ReadonlyMap<string, readonly OmittedDraft[]>>(() => new Map()),
)

export function useOmittedDrafts() {
  const store = getOmittedDrafts(useDelivery())
  return {
    omitted: useStore(store),
    setOmitted: (group: string, drafts: readonly OmittedDraft[]) =>
      store.setState(new Map(drafts.length > 0 ? [[group, drafts]] : []), true),
  }
}

export const getReturnAllGroup = (todoId: number): string => `return-all/${todoId}/`

/** Returns the number of complete drafts, and the action "Return all drafts". ReturnAllStatus shows its progress. */
export function useReturnAll(
  homework: Homework,
  submissions: readonly SubmissionEntry[],
): { count: number; start: () => void } {
  const t = useT('correction')
  const delivery = useDelivery()
  const { clock } = useSchoolTime()
  const { setOmitted } = useOmittedDrafts()
  const runOnce = useSingleAction()
  const client = useQueryClient()
  const context = useMarkingContext(homework, getSchemeLines(client, homework))
  const drafts = useDrafts(correctionDraft) ?? []

  const start = async () => {
    await delivery.drafts.flush()
    // Read the stored drafts: the latest text may not be rendered yet.
    const stored = await delivery.drafts.list(correctionDraft)
    const lines = getSchemeLines(client, homework)
    const group = `${getReturnAllGroup(homework.id)}${randomUuid()}`
    const notBefore = clock() + undoMs
    const omitted: OmittedDraft[] = []
    const texts: string[] = []
    for (const { user, submission } of findPupils(homework.id, submissions, stored)) {
      const options = { homework, submission, context: { ...context, lines }, group, notBefore }
      const title = t('entryTitle', { name: sanitizeName(user.name) })
      const result = await returnCorrection(delivery, { ...options, title }, applyTo(options.context)).catch(
        () => ({ problem: { why: 'notStored' as const } }),
      )
      if ('problem' in result) omitted.push({ userId: user.id, why: result.problem.why })
      else texts.push(result.body.teacher_correction)
      setOmitted(group, omitted)
    }
    await rememberPhrases(client, texts, clock()).catch(() => undefined)
  }
  const complete = drafts.filter(
    ({ draft }) => 'body' in parseBody(applyScheme(draft.value, context), context),
  )
  return {
    count: findPupils(homework.id, submissions, complete).length,
    start: () => runOnce(start),
  }
}

const applyTo = (context: MarkingContext) => (stored: CorrectionDraft | undefined) =>
  stored && applyScheme(stored, context)

/** Returns the pupils with a draft. */
function findPupils(
  todoId: number,
  submissions: readonly SubmissionEntry[],
  drafts: readonly { key: string }[],
): SubmissionEntry[] {
  const ids = new Set(drafts.map(({ key }) => parseDraftPupilId(key, todoId)))
  return submissions.filter(({ user }) => ids.has(user.id))
}
