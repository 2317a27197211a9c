import * as z from 'zod/mini'
import { permissions, targetUserId } from '../../../contract/permissions.ts'
import { randomUuid } from '../../../lib/encoding.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { DraftChange, WriteKind } from '../../../outbox/queue/Writes.ts'
import { createMessageEntries } from '../messageWrite.ts'
import type { PersonToAdd } from './newChatDraft.ts'

/** The result of the write contains the name. */
export const GrantedPerson = z.object({ name: z.string() })

/** Adds a person to a new chat. */
export const chatGrantWrite: WriteKind<typeof permissions.create, z.output<typeof GrantedPerson>> = {
  name: 'chatGrant',
  endpoint: permissions.create,
  base: GrantedPerson,
  isBulk: true,
  async wasApplied({ input: { body } }, call) {
    const { rows } = await call(permissions.list, { chat_id: body.resource_ids.chat_id })
    const grant = rows.find(({ target }) => targetUserId(target) === body.target_ids.user_id)
    // The person may have become an admin since.
    return grant !== undefined && (grant.is_write || body.is_write !== true)
  },
}

export const grantLanePrefix = (chatId: number): string => `chat-people/${chatId}/`

export type ChatContent = {
  people: readonly Required<PersonToAdd>[]
  canWrite: boolean
  message: string
  /** ID of the homework that the message reminds of. */
  remindsOf?: number | undefined
}

/** Stores the grants and the first message of a new chat. The message is sent after the grants. */
export async function addChatContent(
  outbox: Outbox,
  chatId: number,
  { people, canWrite, message, remindsOf }: ChatContent,
  draftChange?: DraftChange,
): Promise<void> {
  const lanePrefix = grantLanePrefix(chatId)
  // Each person has a lane, so that a refused one does not block the others.
  const grants = people.map(({ id, name }) => ({
    kind: chatGrantWrite,
    entry: {
      id: outbox.writes.newId(),
      input: {
        body: {
          resource_ids: { chat_id: chatId },
          target_ids: { user_id: id },
          is_write: canWrite,
          is_admin: false,
        },
      },
      lane: `${lanePrefix}${id}`,
      group: lanePrefix,
      base: { name },
    },
  }))
  const text = message.trim()
  const messages =
    text === '' ? [] : createMessageEntries(chatId, { text, remindsOf }, { newest: 0 }, randomUuid())
  const after = grants.map(({ entry }) => entry.id)
  await outbox.writes.addAll(
    [...grants, ...messages.map(({ kind, entry }) => ({ kind, entry: { ...entry, after } }))],
    draftChange,
  )
}
