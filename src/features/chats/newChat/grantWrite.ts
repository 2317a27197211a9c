import * as z from 'zod/mini'
import { permissions, targetCourseId, targetUserId } from '../../../contract/permissions.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { DraftChange, WriteKind } from '../../../outbox/queue/Writes.ts'
import { createMessageEntries, type LoadedState } from '../messageWrite.ts'

/** The result of the write contains the name. `size`: number of people who are added, null if unknown. */
export const GrantedTarget = z.object({ name: z.string(), size: z._default(z.nullable(z.number()), 1) })

/** Adds a person or a class to a new chat. */
export const chatGrantWrite: WriteKind<typeof permissions.create, z.output<typeof GrantedTarget>> = {
  name: 'chatGrant',
  endpoint: permissions.create,
  base: GrantedTarget,
  isBulk: true,
  async wasApplied({ input: { body } }, call) {
    const { rows } = await call(permissions.list, { chat_id: body.resource_ids.chat_id })
    const { user_id, course_id } = body.target_ids
    const grant = rows.find(({ target }) =>
      course_id === undefined ? targetUserId(target) === user_id : targetCourseId(target) === course_id,
    )
    // The person may have become an admin since.
    return grant !== undefined && (grant.is_write || body.is_write !== true)
  },
}

export const grantLanePrefix = (chatId: number): string => `chat-people/${chatId}/`

export type ChatTarget = z.output<typeof GrantedTarget> & { ids: { user_id: number } | { course_id: number } }

export type ChatContent = {
  targets: readonly ChatTarget[]
  canWrite: boolean
  message: string
  /** ID of the homework that the message reminds of. */
  remindsOf?: number | undefined
}

/** Stores the grants and the first message of a new chat. */
export async function addChatContent(
  outbox: Outbox,
  chatId: number,
  content: ChatContent,
  draftChange?: DraftChange,
): Promise<void> {
  await outbox.writes.addAll(createChatEntries(outbox, chatId, content), draftChange)
}

/** Returns the entries for grants and a message, which is sent after the grants. `loaded`: state of an existing chat. */
export function createChatEntries(
  outbox: Outbox,
  chatId: number,
  { targets, canWrite, message, remindsOf }: ChatContent,
  loaded: LoadedState = { newest: 0 },
) {
  const lanePrefix = grantLanePrefix(chatId)
  // Each person and class has a lane, so that a refused one does not block the others.
  const grants = targets.map(({ ids, name, size }) => ({
    kind: chatGrantWrite,
    entry: {
      id: outbox.writes.newId(),
      input: {
        body: {
          resource_ids: { chat_id: chatId },
          target_ids: ids,
          is_write: canWrite,
          is_admin: false,
        },
      },
      lane: `${lanePrefix}${'user_id' in ids ? ids.user_id : `class-${ids.course_id}`}`,
      group: lanePrefix,
      base: { name, size },
    },
  }))
  const text = message.trim()
  const messages =
    text === ''
      ? []
      : createMessageEntries(
          chatId,
          { text, remindsOf: remindsOf === undefined ? undefined : [remindsOf] },
          loaded,
          randomUuid(),
        )
  const after = grants.map(({ entry }) => entry.id)
  return [...grants, ...messages.map(({ kind, entry }) => ({ kind, entry: { ...entry, after } }))]
}
