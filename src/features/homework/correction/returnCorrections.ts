import type { OpenDraft } from '../../../outbox/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { correctionLane } from '../../../outbox/returned.ts'
import type { Write } from '../../../outbox/Writes.ts'
import { type CorrectionDraft, correctionDraft, draftKey, sameDraft } from './correctionDraft.ts'
import { correctionFileWrite, correctionWrite } from './correctionWrite.ts'
import { isKeepingFiles } from './filesBeingKept.ts'
import { oneAtATime } from './oneAtATime.ts'

/** One correction that is ready to go. `relation` is the label its files are uploaded with. */
export type Returning = {
  todoId: number
  userId: number
  relation: string
  draft: CorrectionDraft
  body: { teacher_correction: string; points?: number }
}

/** `group` holds together what was returned at once; not sent before `notBefore`, Unix ms. */
type How = { group?: string; notBefore?: number }

/**
 * Puts corrections on their way: their files and they themselves are in the outbox in one step, and only then their
 * drafts are gone. Answers those that went; one that is on its way already, that another tab took or wrote differently,
 * stays (cases 22). Throws `NotKept` when nothing can be stored; then nothing was.
 */
export function returnCorrections(
  outbox: Outbox,
  corrections: readonly Returning[],
  how: How = {},
): Promise<readonly Returning[]> {
  return oneAtATime(async () => {
    const onDisk = new Set((await outbox.drafts.list(correctionDraft)).map(({ key }) => key))
    const busy = new Set(
      outbox.writes
        .list()
        .filter(isUnderWay)
        .map(({ lane }) => lane),
    )
    const going: { correction: Returning; draft: OpenDraft<CorrectionDraft> }[] = []
    for (const correction of corrections) {
      const { todoId, userId } = correction
      const key = draftKey(todoId, userId)
      if (!onDisk.has(key) || busy.has(correctionLane(todoId, userId)) || isKeepingFiles(outbox, key))
        continue
      const draft = await outbox.drafts.open(correctionDraft, key)
      const { value, forks } = draft.state()
      const isAsRead = value !== undefined && sameDraft(value, correction.draft)
      if (isAsRead && forks.length === 0) going.push({ correction, draft })
      else draft.close()
    }
    try {
      if (going.length === 0) return []
      await outbox.writes.addAll(going.flatMap(({ correction }) => entriesOf(correction, how)))
      for (const { draft } of going) await draft.discard()
      return going.map(({ correction }) => correction)
    } finally {
      for (const { draft } of going) draft.close()
    }
  })
}

/** Not done yet: its lane is taken, whatever becomes of it. */
export const isUnderWay = ({ state }: Pick<Write, 'state'>): boolean => state !== 'done'

function entriesOf({ todoId, userId, relation, draft, body }: Returning, how: How) {
  const lane = correctionLane(todoId, userId)
  return [
    ...draft.files.map(({ id }) => ({
      kind: correctionFileWrite,
      entry: { input: { body: { related_to: relation, file: { keptFile: id } } }, lane, ...how },
    })),
    {
      kind: correctionWrite,
      entry: { input: { todo_id: todoId, user_id: userId, body }, lane, opened: draft.opened, ...how },
    },
  ]
}
