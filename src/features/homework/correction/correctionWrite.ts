import { z } from 'zod/mini'
import { documents } from '../../../contract/documents.ts'
import { readRelation } from '../../../contract/relations.ts'
import { submissions } from '../../../contract/submissions.ts'
import type { WriteKind } from '../../../outbox/Writes.ts'
import { CorrectionSeen, seenOf } from './correctionSeen.ts'
import { judgeCorrection } from './judgeCorrection.ts'
import { FileSeen, judgeCorrectionFile, printOf } from './judgeCorrectionFile.ts'
import { readSubmission } from './readSubmission.ts'

/** Corrections of one pupil's work are sent one by one, their files before them. */
export const correctionLane = (todoId: number, userId: number): string => `correction/${todoId}/${userId}`

/** What every lane of a homework begins with. */
export const correctionLanes = (todoId: number): string => `correction/${todoId}/`

/** Returns a correction, after looking whether anybody was there in the meantime (cases 24). */
export const correctionWrite: WriteKind<typeof submissions.correct, CorrectionSeen> = {
  name: 'correction',
  endpoint: submissions.correct,
  seen: CorrectionSeen,
  look: async (input, call) => seenOf((await readSubmission(call, input)).submission),
  judge: judgeCorrection,
}

/** Uploads one file that goes back with a correction. After a lost answer it is looked for before it goes again. */
export const correctionFileWrite: WriteKind<typeof documents.upload, FileSeen> = {
  name: 'correctionFile',
  endpoint: documents.upload,
  seen: FileSeen,
  look: async ({ body }, call) => {
    const relation = readRelation(body.related_to)
    if (relation?.kind !== 'correction') throw new Error(`${body.related_to} is no relation of a correction`)
    const { submission } = await readSubmission(call, { todo_id: relation.todoId, user_id: relation.userId })
    return {
      ours: await printOf(body.file),
      there: submission.correction_files.map(({ name, size, sha1_checksum }) => ({
        name,
        size,
        sha1: sha1_checksum,
      })),
    }
  },
  judge: judgeCorrectionFile,
}

/** Is this text in a lane a correction of this homework? Its pupil, else `undefined`. */
export function pupilOfLane(lane: string, todoId: number): number | undefined {
  const prefix = correctionLanes(todoId)
  const id = lane.startsWith(prefix) ? Number(lane.slice(prefix.length)) : Number.NaN
  return z.int().check(z.positive()).safeParse(id).data
}

/** Whose correction of which homework goes in a lane; `undefined` for the lanes of other writes. */
export function homeworkAndPupilOf(lane: string): { todoId: number; userId: number } | undefined {
  const todoId = Number(/^correction\/(\d+)\//.exec(lane)?.[1] ?? Number.NaN)
  const userId = pupilOfLane(lane, todoId)
  return userId === undefined ? undefined : { todoId, userId }
}
