import { useRef } from 'react'
import type { Homework } from '../../../contract/homework.ts'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { randomUuid } from '../../../lib/randomUuid.ts'
import { useOutbox } from '../../../outbox/OutboxContext.ts'
import { correctionLane, correctionLanes } from '../../../outbox/returned.ts'
import { useDrafts } from '../../../outbox/useDrafts.ts'
import { useWrites } from '../../../outbox/useWrites.ts'
import { useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { correctionDraft } from './correctionDraft.ts'
import { rememberPhrases } from './phraseMemory.ts'
import { readyDrafts } from './readyDrafts.ts'
import { tellReturnAll } from './returnAllNews.ts'
import { isUnderWay, returnCorrections } from './returnCorrections.ts'

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
