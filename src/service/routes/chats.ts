import { chats } from '../../contract/chats.ts'
import { turn } from '../../lib/turn.ts'
import { chatOnWire, chatsOnWire } from '../answers/chats.ts'
import { originOf } from '../answers/documents.ts'
import { taggedByContent } from '../answers/etag.ts'
import { ownChat } from '../rules/chats.ts'
import { on } from './route.ts'

/** Chats (api.md § Chats). Who has any permission on one is a member of it. */
export const chatRoutes = [
  on(chats.list, async ({ caller, db, timeZone, request }) => {
    // Made in one piece, since it is known again by what is in it: everybody who polls has a turn of their own.
    await turn()
    return taggedByContent(request, await chatsOnWire(db, caller, { origin: originOf(request), timeZone }))
  }),

  on(chats.get, async ({ params: { chat_id }, caller, db, timeZone, request }) =>
    taggedByContent(request, await chatOnWire(db, caller, chat_id, { origin: originOf(request), timeZone })),
  ),

  on(chats.create, async ({ body, caller, db, clock, timeZone, request }) => {
    const created_at = new Date(clock()).toISOString()
    return db.transaction().execute(async trx => {
      const { id } = await trx
        .insertInto('chats')
        .values({
          name: body.name,
          created_at,
          broadcast_only: body.broadcast_only ? 1 : 0,
          files_allowed: body.files_allowed ? 1 : 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await trx
        .insertInto('permissions')
        .values({
          resource_field: 'chat_id',
          resource_id: id,
          user_id: caller.userId,
          is_write: 1,
          is_admin: 1,
          given_by_user_id: caller.userId,
          given_at: created_at,
        })
        .execute()
      const made = await chatOnWire(trx, caller, id, { origin: originOf(request), timeZone })
      // api.md spells it so in this answer alone.
      const { files_allowed: file_allowed, ...rest } = made
      return { ...rest, file_allowed }
    })
  }),

  on(chats.markRead, async ({ params: { chat_id }, body, caller, db, timeZone, request }) =>
    db.transaction().execute(async trx => {
      await ownChat(trx, caller, chat_id)
      // What is not there yet was not read: up to the last there is, also where the one named is deleted.
      const { id: message_id } = await trx
        .selectFrom('messages')
        .select(({ fn }) => fn.max('id').as('id'))
        .where('chat_id', '=', chat_id)
        .where('id', '<=', body.message_id)
        .executeTakeFirstOrThrow()
      if (message_id !== null) {
        await trx
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
      return chatOnWire(trx, caller, chat_id, { origin: originOf(request), timeZone })
    }),
  ),
]
