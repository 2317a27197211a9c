import { documents } from '../../../contract/documents.ts'
import { me } from '../../../contract/me.ts'
import { readRelation } from '../../../contract/relations.ts'
import { submissions } from '../../../contract/submissions.ts'
import type { WriteKind } from '../../../outbox/Writes.ts'
import { FileSeen, judgeCorrectionFile, printOf } from '../correction/judgeCorrectionFile.ts'
import { HandInSeen, handInSeenOf, judgeHandIn } from './judgeHandIn.ts'

/** The hand-in itself; what every lane about it begins with. */
export const handInLane = (todoId: number): string => `hand-in/${todoId}`

/** Each file has a lane of its own: one that is refused keeps neither the others nor the hand-in back (cases 26). */
export const handInFileLane = (todoId: number, fileId: string): string => `${handInLane(todoId)}/${fileId}`

/** Is this lane about handing in to this homework? `hand-in/1` begins like `hand-in/12`. */
export const isHandInLane = (lane: string, todoId: number): boolean =>
  lane === handInLane(todoId) || lane.startsWith(`${handInLane(todoId)}/`)

/** Hands in. Whether an answer that got lost meant yes is read from the own submission. */
export const handInWrite: WriteKind<typeof submissions.handIn, HandInSeen> = {
  name: 'handIn',
  endpoint: submissions.handIn,
  seen: HandInSeen,
  look: async ({ todo_id }, call) => {
    const { id } = await call(me.get, {})
    return handInSeenOf((await call(submissions.get, { todo_id, user_id: id })).submission)
  },
  judge: judgeHandIn,
}

/** Uploads one file to the own submission. After a lost answer it is looked for before it goes again. */
export const submissionFileWrite: WriteKind<typeof documents.upload, FileSeen> = {
  name: 'submissionFile',
  endpoint: documents.upload,
  seen: FileSeen,
  look: async ({ body }, call) => {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'submission') throw new Error(`${body.related_to} is no relation of a submission`)
    const whose = { todo_id: relation.todoId, user_id: relation.userId }
    const { submission } = await call(submissions.get, whose)
    return {
      ours: await printOf(body.file),
      there: submission.files.map(({ name, size, sha1_checksum }) => ({ name, size, sha1: sha1_checksum })),
    }
  },
  judge: judgeCorrectionFile,
}
