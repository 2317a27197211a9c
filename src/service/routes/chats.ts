import { type Chat, chats } from '../../contract/chats.ts'
import { forbidden, invalid } from '../../http/problem.ts'
import { yieldToEventLoop } from '../../lib/yieldToEventLoop.ts'
import { findDirectChat } from '../content/directChats.ts'
import { grantAccess, makeAdmin } from '../content/grants.ts'
import { jsonWithETag, matchesETag, notModified } from '../http/etag.ts'
import { requireOwnChat } from '../policy/chats.ts'
import { isTeacher, requireMayAddPerson } from '../policy/policy.ts'
import { computeChatsETag, serializeChat, serializeChats } from '../serialize/chats.ts'
import { defineRoute, defineWriteRoute } from './route.ts'

/** api.md § Chats. Users with any permission on a chat are members. */
export const chatRoutes = [
  defineRoute(chats.list, async ({ caller, db, request, sha256, serializeContext }) => {
    const etag = await computeChatsETag(db, caller, serializeContext, { sha256 })
    if (matchesETag(request, etag)) return notModified(etag)
    // The list is generated in one step.
    await yieldToEventLoop()
    return jsonWithETag(etag, JSON.stringify(await serializeChats(db, caller, serializeContext)))
  }),

  defineRoute(chats.get, async ({ params: { chat_id }, caller, db, request, sha256, serializeContext }) => {
    await requireOwnChat(db, caller, chat_id)
    const etag = await computeChatsETag(db, caller, serializeContext, { sha256, chatId: chat_id })
    if (matchesETag(request, etag)) return notModified(etag)
    return jsonWithETag(etag, JSON.stringify(await serializeChat(db, caller, chat_id, serializeContext)))
  }),

  defineWriteRoute(chats.create, async context => {
    const { body, caller, db, changed, accessChanged, clock, limits } = context
    const { serializeContext } = context
    const otherId = body.direct_user_id
    if (otherId === caller.userId) throw invalid({ direct_user_id: 'must be another user' })
    const directId = otherId && (await findDirectChat(db, caller.userId, otherId))
    if (directId) return serializeNewChat(await serializeChat(db, caller, directId, serializeContext))
    if (!(await isTeacher(db, caller))) {
      if (body.broadcast_only)
        throw forbidden('Only teachers create a chat in which only administrators write.')
      await limits.countChat(caller.userId)
    }
    const created_at = new Date(clock()).toISOString()
    const { id } = await db
      .insertInto('chats')
      .values({
        name: body.name,
        created_at,
        broadcast_only: body.broadcast_only ? 1 : 0,
        files_allowed: body.files_allowed ? 1 : 0,
        is_direct: otherId === undefined ? 0 : 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const content = { field: 'chat_id', id } as const
    await makeAdmin(db, content, caller.userId, created_at)
    changed('chat', { chat_id: id })
    changed('permission', content)
    if (otherId !== undefined) {
      await requireMayAddPerson(db, caller, content, otherId)
      const target = { user_id: otherId, course_id: null }
      await grantAccess(db, content, target, {
        given: { given_by_user_id: caller.userId, given_at: created_at },
        flags: { is_write: 1, is_admin: 0 },
      })
      await accessChanged(content, target)
    }
    return serializeNewChat(await serializeChat(db, caller, id, serializeContext))
  }),

  defineWriteRoute(
    chats.markRead,
    async ({ params: { chat_id }, body, caller, db, changed, serializeContext }) => {
      await requireOwnChat(db, caller, chat_id)
      // The given message may be deleted. Future messages must not count as read.
      const { id: message_id } = await db
        .selectFrom('messages')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('chat_id', '=', chat_id)
        .where('id', '<=', body.message_id)
        .executeTakeFirstOrThrow()
      if (message_id !== null) {
        await db
          .insertInto('chat_reads')
          .values({ chat_id, user_id: caller.userId, message_id: Number(message_id) })
          .onConflict(conflict =>
            conflict
              .columns(['chat_id', 'user_id'])
              .doUpdateSet(expression => ({ message_id: expression.ref('excluded.message_id') }))
              .where('chat_reads.message_id', '<', expression => expression.ref('excluded.message_id')),
          )
          .execute()
      }
      changed('chat', { chat_id, user_id: caller.userId })
      return serializeChat(db, caller, chat_id, serializeContext)
    },
  ),
]

/** Only the response of a creation has `file_allowed` (api.md). */
const serializeNewChat = ({ files_allowed: file_allowed, ...chat }: Chat) => ({ ...chat, file_allowed })
