import type { Chat } from '../../contract/chats.ts'
import { cutText } from '../../lib/cutText.ts'
import { plainDateTime } from '../../lib/schoolTime.ts'
import type { Caller } from '../auth/caller.ts'
import { compiledOnce } from '../db/compiledOnce.ts'
import type { Db } from '../db/schema.ts'
import { canPost } from '../rules/chats.ts'
import type { Showing } from './documents.ts'
import { tagOfContent } from './etag.ts'
import { notFound } from './problem.ts'

/** Characters of a chat's last message in its line of the list: no more are ever shown. */
const longestLine = 300

/** One of the caller's chats, as in the list. Throws 404 where they are no member of it. */
export async function chatOnWire(db: Db, caller: Caller, chatId: number, showing: Showing): Promise<Chat> {
  const [chat] = await chatsOnWire(db, caller, showing, chatId)
  if (!chat) throw notFound()
  return chat
}

/**
 * The caller's chats as api.md § Chat shows them, or one of them, in the order they were made; as many queries for a
 * hundred as for one, none of which reads more of a chat than what is unread.
 */
export async function chatsOnWire(
  db: Db,
  { userId }: Caller,
  { origin, timeZone }: Showing,
  chatId?: number,
): Promise<Chat[]> {
  const rows = await (chatId === undefined ? shownOfAll(db, { userId }) : shownOf(db, { userId, chatId }))
  const ends = await lastMessages(
    db,
    rows.flatMap(({ last_id }) => (last_id === null ? [] : [Number(last_id)])),
  )
  const inSchoolTime = (instant: string) => plainDateTime(Date.parse(instant), timeZone)

  return rows.map(row => {
    const last = ends.get(Number(row.last_id))
    const grant = { write: row.is_write === 1, admin: row.is_admin === 1 }
    return {
      id: row.id,
      // Each of the two reads the other's name over a direct chat.
      name: row.is_direct === 1 ? (row.other_name ?? row.name) : row.name,
      created_at: inSchoolTime(row.created_at),
      // api.md promises a time: of a chat in which nobody said anything it is that of its making.
      last_message_at: inSchoolTime(last?.sent_at ?? row.created_at),
      broadcast_only: row.broadcast_only === 1,
      files_allowed: row.files_allowed === 1,
      url: `${origin}/chats/${row.id}`,
      is_admin: grant.admin,
      can_write: canPost(row, grant),
      unread_messages: Number(row.unread),
      is_direct: row.is_direct === 1,
      ...(row.is_direct === 1 && row.other_id !== null && { direct_user_id: Number(row.other_id) }),
      last_message: last ? { ...last, sent_at: inSchoolTime(last.sent_at) } : null,
      version: row.version,
      member_count: Number(row.member_count),
      last_read_message_id: row.last_read,
    }
  })
}

/**
 * Says without reading a message what `chatsOnWire` would show: what is said, and unread, changes with the version of
 * a chat or with what the caller has read. To be asked before what it stands for: who gets something newer with it gets
 * that once more, and misses nothing.
 */
export async function tagOfChats(
  db: Db,
  { userId }: Caller,
  showing: Showing,
  chatId?: number,
): Promise<string> {
  const rows = await (chatId === undefined
    ? versionsOfAll(db, { userId })
    : versionsOf(db, { userId, chatId }))
  return tagOfContent([userId, showing.origin, showing.timeZone, rows])
}

/** The caller's chats, with what is theirs alone and the names that stand over them; without what is said in them. */
const ownChats = (db: Db, userId: number) =>
  db
    .selectFrom('permissions')
    .innerJoin('chats', 'chats.id', 'permissions.resource_id')
    .leftJoin('chat_reads', join =>
      join.onRef('chat_reads.chat_id', '=', 'chats.id').on('chat_reads.user_id', '=', userId),
    )
    .where('permissions.resource_field', '=', 'chat_id')
    .where('permissions.user_id', '=', userId)
    .selectAll('chats')
    .select(({ selectFrom, val }) => {
      const otherMember = selectFrom('permissions as others')
        .innerJoin('users', 'users.id', 'others.user_id')
        .where('others.resource_field', '=', 'chat_id')
        .whereRef('others.resource_id', '=', 'chats.id')
        .where('others.user_id', '!=', userId)
        .whereRef('chats.is_direct', '=', val(1))
        .orderBy('others.user_id')
        .limit(1)
      return [
        'permissions.is_write',
        'permissions.is_admin',
        'chat_reads.message_id as last_read',
        selectFrom('messages')
          .select(({ fn }) => fn.max('messages.id').as('id'))
          .whereRef('messages.chat_id', '=', 'chats.id')
          .as('last_id'),
        selectFrom('permissions as members')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('members.resource_field', '=', 'chat_id')
          .whereRef('members.resource_id', '=', 'chats.id')
          .as('member_count'),
        otherMember.select('users.name').as('other_name'),
        otherMember.select('users.id').as('other_id'),
      ]
    })
    .orderBy('chats.id')

const withUnread = (db: Db, userId: number) =>
  ownChats(db, userId).select(({ selectFrom, fn, ref, val }) =>
    selectFrom('messages')
      .select(({ fn: inner }) => inner.countAll().as('count'))
      .whereRef('messages.chat_id', '=', 'chats.id')
      .where('messages.id', '>', fn.coalesce(ref('chat_reads.message_id'), val(0)))
      .where('messages.user_id', '!=', userId)
      .as('unread'),
  )

/** The sender is in the index that the last message is found by, but what somebody is called has no version. */
const withLastSender = (db: Db, userId: number) =>
  ownChats(db, userId).select(({ selectFrom }) =>
    selectFrom('messages')
      .innerJoin('users', 'users.id', 'messages.user_id')
      .select('users.name')
      .whereRef('messages.chat_id', '=', 'chats.id')
      .orderBy('messages.id', 'desc')
      .limit(1)
      .as('last_name'),
  )

type Asked = { userId: number; chatId: number }
const shownOfAll = compiledOnce((db, { userId }: Omit<Asked, 'chatId'>) => withUnread(db, userId))
const shownOf = compiledOnce((db, { userId, chatId }: Asked) =>
  withUnread(db, userId).where('chats.id', '=', chatId),
)
const versionsOfAll = compiledOnce((db, { userId }: Omit<Asked, 'chatId'>) => withLastSender(db, userId))
const versionsOf = compiledOnce((db, { userId, chatId }: Asked) =>
  withLastSender(db, userId).where('chats.id', '=', chatId),
)

/** Messages by their ids, as the end of a chat is shown. */
async function lastMessages(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('messages')
    .innerJoin('users', 'users.id', 'messages.user_id')
    .where('messages.id', 'in', ids)
    .select(({ selectFrom, exists }) => [
      'messages.id',
      'messages.user_id',
      'users.name',
      'messages.text',
      'messages.sent_at',
      exists(
        selectFrom('documents').select('documents.id').whereRef('documents.message_id', '=', 'messages.id'),
      ).as('has_files'),
      exists(selectFrom('polls').select('polls.id').whereRef('polls.message_id', '=', 'messages.id')).as(
        'has_poll',
      ),
    ])
    .execute()
  return new Map(
    rows.map(({ id, user_id, name, text, sent_at, has_files, has_poll }) => [
      id,
      {
        id,
        user: { id: user_id, name },
        text: cutText(text, longestLine),
        sent_at,
        // SQLite says 0 and 1.
        has_files: Boolean(has_files),
        has_poll: Boolean(has_poll),
      },
    ]),
  )
}
