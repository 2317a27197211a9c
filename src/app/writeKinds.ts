import { messageFileWrite, messageWrite } from '../features/chats/composer/messageWrite.ts'
import { fileCreateWrite, fileTakeBackWrite, fileUploadWrite } from '../features/files/uploads/fileWrites.ts'
import { correctionFileWrite, correctionWrite } from '../features/homework/correction/correctionWrite.ts'
import { handInWrite, submissionFileWrite } from '../features/homework/task/handInWrite.ts'
import type { WriteKind } from '../outbox/queue/Writes.ts'

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
