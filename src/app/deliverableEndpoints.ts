import { chats } from '../contract/chats.ts'
import { files } from '../contract/files.ts'
import { homework } from '../contract/homework.ts'
import { messages } from '../contract/messages.ts'
import { permissions } from '../contract/permissions.ts'
import type { DeliverableEndpoint } from '../delivery/entries/Entry.ts'
import { correctEndpoint, uploadEndpoint } from '../features/homework/correction/correctionEndpoints.ts'
import { findHomeworkConflict } from '../features/homework/form/homeworkEntries.ts'
import { handInEndpoint } from '../features/homework/task/handInEndpoint.ts'

/** All endpoints of which the steps of an entry may consist. */
export const deliverableEndpoints: readonly DeliverableEndpoint[] = [
  { endpoint: chats.create },
  uploadEndpoint,
  { endpoint: files.create },
  { endpoint: files.remove },
  { endpoint: homework.create },
  { endpoint: homework.change, findConflict: findHomeworkConflict },
  { endpoint: messages.send },
  { endpoint: messages.remove },
  { endpoint: permissions.create },
  correctEndpoint,
  handInEndpoint,
]
