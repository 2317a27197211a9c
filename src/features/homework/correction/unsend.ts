import type { KeptFile } from '../../../outbox/drafts/Drafts.ts'
import { type Outbox, StorageError } from '../../../outbox/Outbox.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'
import type { Write } from '../../../outbox/queue/Writes.ts'
import { type CorrectionDraft, correctionDraft, draftKey, returningTurn } from './correctionDraft.ts'
import { correctionIn, keptFileOf } from './storedCorrection.ts'

type Back = {
  todoId: number
  userId: number
  /** What of the pupil's lane is not done. */
  writes: readonly Write[]
  /** What the person has before them now: it is compared with that when it is returned again. */
  opened: CorrectionDraft['opened']
  aside?: boolean
  /** Points as this reader types them. */
  points: (points: number) => string
}

/**
 * Makes a draft again of a correction that was not sent. It is on disk as a draft before it leaves the outbox, so that
 * it is somewhere at every moment. False when it was too late; throws `StorageError` when there is no room for the draft.
 */
export const unsend = (outbox: Outbox, back: Back): Promise<boolean> =>
  oneAtATime(returningTurn, () => unsendNow(outbox, back))

async function unsendNow(outbox: Outbox, back: Back): Promise<boolean> {
  const { todoId, userId, writes, opened, aside = false } = back
  const body = correctionIn(writes)
  if (!body) return false
  const draft = await outbox.drafts.open(correctionDraft, draftKey(todoId, userId))
  try {
    await draft.takeOver()
    const before = draft.state().value
    draft.set({
      text: joined(body.teacher_correction, before?.text ?? ''),
      points: body.points === undefined ? (before?.points ?? '') : back.points(body.points),
      files: [...(await filesOf(outbox, writes)), ...(before?.files ?? [])],
      opened,
      aside,
    })
    if (!(await draft.flush())) throw new StorageError('the draft was not stored')
    // The correction first: while it is there, none of its files may be missing.
    const cancelled: boolean[] = []
    for (const { id } of writes.toReversed()) cancelled.push(await outbox.writes.cancel(id))
    if (cancelled[0]) return true
    if (before) draft.set(before)
    else await draft.discard()
    return false
  } finally {
    draft.close()
  }
}

const joined = (text: string, before: string) =>
  before === '' || before === text ? text : `${text}\n\n${before}`

async function filesOf({ drafts }: Outbox, writes: readonly Write[]): Promise<KeptFile[]> {
  const ids = writes.map(keptFileOf).filter(id => id !== undefined)
  const files = await Promise.all(ids.map(async id => ({ id, file: await drafts.file(id) })))
  return files.flatMap(({ id, file }) =>
    file ? [{ id, name: file.name, type: file.type, size: file.size }] : [],
  )
}
