import { getDraftKey as getEncryptionKey } from '../app/openDelivery.ts'
import { submissions } from '../contract/submissions.ts'
import { createDelivery } from '../delivery/createDelivery.ts'
import { correctionDraft, getDraftKey } from '../features/homework/correction/correctionDraft.ts'
import { toCorrectionSnapshot } from '../features/homework/correction/correctionSnapshot.ts'
import type { MarkedFile } from '../features/homework/pen/markedFile.ts'
import type { Mark } from '../ui/marks/marks.ts'
import type { Rendered } from './renderApp.tsx'

type StoredCorrection = {
  userId: number
  text: string
  /** Number of strokes on each of the pupil's files, by index. */
  strokes: readonly number[]
}

export const strokeAt = (x: number): Mark => ({
  kind: 'pen',
  page: 0,
  colour: 1,
  width: 2,
  points: [x, 10, 0.5, x + 40, 10, 0.5],
})

/** Stores drafts with marks for homework 1, as a tab that was closed. Call it before the desk is opened. */
export async function storeMarks(
  { api, session }: Pick<Rendered, 'api' | 'session'>,
  indexedDB: IDBFactory,
  corrections: readonly StoredCorrection[],
): Promise<void> {
  const delivery = await createDelivery({
    indexedDB,
    locks: undefined,
    openChannel: () => undefined,
    online: { get: () => true, subscribe: () => () => undefined },
    page: undefined,
    userId: 1,
    key: getEncryptionKey(session),
    call: api.call,
    supportsKeys: api.supportsKeys,
    endpoints: [],
    clock: Date.now,
    active: { get: () => false, subscribe: () => () => undefined },
  })
  const { rows } = await api.call(submissions.list, { todo_id: 1 })
  for (const { userId, text, strokes } of corrections) {
    const submission = rows.find(({ user }) => user.id === userId)?.submission
    if (!submission) throw new Error('the pupil is not in the class')
    const marked: MarkedFile[] = []
    for (const [index, count] of strokes.entries()) {
      const file = submission.files[index]
      if (!file) throw new Error(`the pupil has no file ${index}`)
      const log = delivery.drafts.logs.newId()
      for (let at = 0; at < count; at += 1)
        await delivery.drafts.logs.append(log, at, { type: 'add', mark: strokeAt(at * 10) })
      marked.push({ document: file.id, name: file.name, log })
    }
    const draft = await delivery.drafts.open(correctionDraft, getDraftKey(1, userId))
    draft.set({ text, points: '', files: [], marked, opened: toCorrectionSnapshot(submission) })
    await draft.flush()
    draft.close()
  }
  await delivery.stop()
}
