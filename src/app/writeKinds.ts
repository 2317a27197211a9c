import { messageFileWrite, messageWrite } from '../features/chats/messageWrite.ts'
import { chatGrantWrite } from '../features/chats/newChat/grantWrite.ts'
import { coverGrantWrite } from '../features/day/cover/coverGrants.ts'
import { fileCleanupWrite, fileCreateWrite, fileUploadWrite } from '../features/files/uploads/fileWrites.ts'
import { correctionFileWrite, correctionWrite } from '../features/homework/correction/correctionWrite.ts'
import { handInWrite, submissionFileWrite } from '../features/homework/task/handInWrite.ts'
import type { WriteKind } from '../outbox/queue/Writes.ts'

/** All write kinds of the outbox. Writes of a kind that is missing here are never sent. */
export const writeKinds: readonly WriteKind[] = [
  correctionWrite,
  correctionFileWrite,
  handInWrite,
  submissionFileWrite,
  messageWrite,
  messageFileWrite,
  chatGrantWrite,
  coverGrantWrite,
  fileCreateWrite,
  fileUploadWrite,
  fileCleanupWrite,
]
