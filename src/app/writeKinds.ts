import { messageFileWrite, messageWrite } from '../features/chats/composer/messageWrite.ts'
import { fileCreateWrite } from '../features/files/uploads/fileCreateWrite.ts'
import { fileTakeBackWrite } from '../features/files/uploads/fileTakeBackWrite.ts'
import { fileUploadWrite } from '../features/files/uploads/fileUploadWrite.ts'
import { correctionFileWrite, correctionWrite } from '../features/homework/correction/correctionWrite.ts'
import { handInWrite, submissionFileWrite } from '../features/homework/task/handInWrite.ts'
import type { WriteKind } from '../outbox/Writes.ts'

/** Everything that goes through the outbox. A kind that is missing here waits for ever. */
export const writeKinds: readonly WriteKind[] = [
  correctionWrite,
  correctionFileWrite,
  handInWrite,
  submissionFileWrite,
  messageWrite,
  messageFileWrite,
  fileCreateWrite,
  fileUploadWrite,
  fileTakeBackWrite,
]
