import type { Selectable } from 'kysely'
import { forbidden, notFound } from '../../http/problem.ts'
import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Chats, Db } from '../db/schema.ts'
import { type Grant, selectClassLevel, toGrant } from './grants.ts'

export type OwnChat = { chat: Selectable<Chats>; grant: Grant }

/** Throws 404. */
export async function requireOwnChat(db: Db, { userId }: Caller, chatId: number): Promise<OwnChat> {
  const ownChat = await findOwnChat(db, userId, chatId)
  if (!ownChat) throw notFound()
  return ownChat
}

export async function findOwnChat(db: Db, userId: number, chatId: number): Promise<OwnChat | undefined> {
  const [row] = await selectOwnChat(db, { chatId, userId })
  const grant = row && toGrant(row)
  if (!grant) return undefined
  const { is_write, is_admin, class_is_write, ...chat } = row
  return { chat, grant }
}

const selectOwnChat = compileOnce((db, { chatId, userId }: { chatId: number; userId: number }) =>
  db
    .selectFrom('chats')
    .leftJoin('permissions', join =>
      join
        .onRef('permissions.resource_id', '=', 'chats.id')
        .on('permissions.resource_field', '=', 'chat_id')
        .on('permissions.user_id', '=', userId),
    )
    .where('chats.id', '=', chatId)
    .select(['chats.id', 'name', 'created_at', 'broadcast_only', 'files_allowed', 'is_direct', 'version'])
    .select(['is_write', 'is_admin'])
    .select(selectClassLevel(db, { field: 'chat_id', id: chatId, userId }).as('class_is_write')),
)

/** In a broadcast, only administrators may post. */
export const mayPost = (chat: { broadcast_only: 0 | 1 }, grant: Grant): boolean =>
  grant.isAdmin || (grant.canWrite && chat.broadcast_only === 0)

/** In a chat of two people, each deletes only their own. */
export const mayDeleteMessage = (
  message: { user_id: number },
  { chat, grant }: OwnChat,
  { caller, ownPupils }: { caller: Caller; ownPupils: ReadonlySet<number> },
): boolean =>
  message.user_id === caller.userId ||
  grant.isAdmin ||
  (chat.is_direct === 0 && ownPupils.has(message.user_id))

/** Pupils of the classes in which the user teaches. Teachers may delete their messages (rule 63). */
export async function listOwnPupils(db: Db, { userId }: Caller): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('memberships as own')
    .innerJoin('users as teacher', 'teacher.id', 'own.user_id')
    .innerJoin('memberships as other', 'other.course_id', 'own.course_id')
    .innerJoin('users as pupil', 'pupil.id', 'other.user_id')
    .select('pupil.id')
    .distinct()
    .where('own.user_id', '=', userId)
    .where('own.is_accepted', '=', 1)
    .where('teacher.is_teacher', '=', 1)
    .where('other.is_accepted', '=', 1)
    .where('pupil.is_teacher', '=', 0)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Throws 403. */
export function requireMayPost({ chat, grant }: OwnChat): void {
  if (mayPost(chat, grant)) return
  throw forbidden(
    chat.broadcast_only === 1
      ? 'Only administrators write in this chat.'
      : 'You may read this chat, but not write in it.',
  )
}
