import { z } from 'zod/mini'
import type { InvalidationScope } from './endpoint.ts'
import { assumed, DateTime, Id, lenient } from './wire.ts'

/** api.md § Document object. `size` is in bytes. The gateway replaces URLs on the service's host. */
export const Document = z.looseObject({
  id: Id,
  name: z.string(),
  content_type: lenient(z.string(), 'application/octet-stream'),
  size: lenient(z.int().check(z.nonnegative()), 0),
  related_to: lenient(z.string(), ''),
  uploaded: lenient(z.nullable(DateTime), null),
  url: lenient(z.string(), ''),
  preview_url: lenient(z.nullable(z.string()), null),
  download_url: lenient(z.string(), ''),
  can_delete: lenient(z.boolean(), false),
  hash: lenient(z.string(), ''),
  sha1_checksum: lenient(z.string(), ''),
  human_size: lenient(z.string(), ''),
  alphanumeric_id: assumed(z.string()),
})
export type Document = z.output<typeof Document>

export const SubmissionDocument = z.extend(Document, {
  is_public: lenient(z.boolean(), false),
  url_by_hash: lenient(z.string(), ''),
  /** E.g. `image`. */
  type: lenient(z.string(), ''),
  alphanumeric_id: lenient(z.string(), ''),
})
export type SubmissionDocument = z.output<typeof SubmissionDocument>

/** api.md § Document object, § Chat messages. */
export type Relation =
  | { kind: 'file'; fileId: number }
  | { kind: 'newMessage' }
  | { kind: 'message'; messageId: number }
  | { kind: 'homework'; todoId: number }
  | { kind: 'submission'; todoId: number; userId: number }
  | { kind: 'correction'; todoId: number; userId: number }

export function relationLabel(relation: Relation): string {
  switch (relation.kind) {
    case 'file':
      return `file.${relation.fileId}`
    case 'newMessage':
      return 'chat-message-file-new'
    case 'message':
      return `chat-message-file.${relation.messageId}`
    case 'homework':
      return `todo.${relation.todoId}`
    case 'submission':
    case 'correction':
      return `todo.${relation.todoId}.user.${relation.userId}.${relation.kind}`
  }
}

export function readRelation(label: string): Relation | undefined {
  if (label === 'chat-message-file-new') return { kind: 'newMessage' }
  const [, messageId] = /^chat-message-file\.([1-9]\d{0,14})$/.exec(label) ?? []
  if (messageId) return { kind: 'message', messageId: Number(messageId) }
  const [, fileId] = /^file\.([1-9]\d{0,14})$/.exec(label) ?? []
  if (fileId) return { kind: 'file', fileId: Number(fileId) }
  const [, todoId, userId, kind] =
    /^todo\.([1-9]\d{0,14})(?:\.user\.([1-9]\d{0,14})\.(submission|correction))?$/.exec(label) ?? []
  if (!todoId) return undefined
  if (!userId) return { kind: 'homework', todoId: Number(todoId) }
  return {
    kind: kind === 'correction' ? 'correction' : 'submission',
    todoId: Number(todoId),
    userId: Number(userId),
  }
}

export function uploadInvalidation(label: string): InvalidationScope | undefined {
  const relation = readRelation(label)
  switch (relation?.kind) {
    case undefined:
      return undefined
    case 'file':
      return { invalidates: ['file'], ids: { file_id: relation.fileId } }
    case 'newMessage':
    case 'message':
      // Files of an unsent message are invisible.
      return { invalidates: [], ids: {} }
    case 'homework':
      return { invalidates: ['homework'], ids: { todo_id: relation.todoId } }
    case 'submission':
    case 'correction':
      return { invalidates: ['submission'], ids: { todo_id: relation.todoId, user_id: relation.userId } }
  }
}
