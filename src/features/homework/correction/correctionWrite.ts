import { documents } from '../../../contract/documents.ts'
import { readRelation } from '../../../contract/relations.ts'
import { submissions } from '../../../contract/submissions.ts'
import type { WriteKind } from '../../../outbox/Writes.ts'
import { CorrectionSeen, seenOf } from './correctionSeen.ts'
import { judgeCorrection } from './judgeCorrection.ts'
import { FileSeen, judgeCorrectionFile, printOf } from './judgeCorrectionFile.ts'
import { readSubmission } from './readSubmission.ts'

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
