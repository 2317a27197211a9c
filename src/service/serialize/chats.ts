import type { Chat } from '../../contract/chats.ts'
import { plainDateTime } from '../../lib/schoolTime.ts'
import type { Sha256 } from '../../lib/sha256.ts'
import { truncateText } from '../../lib/truncateText.ts'
import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { computeETag } from '../http/etag.ts'
import { notFound } from '../http/problem.ts'
import { mayPost } from '../policy/chats.ts'
import type { SerializeContext } from './documents.ts'

/** In characters. */
const maxPreviewLength = 300

/** Throws 404 if the caller is not a member. */
export async function serializeChat(
  db: Db,
  caller: Caller,
  chatId: number,
  serializeContext: SerializeContext,
): Promise<Chat> {
  const [chat] = await serializeChats(db, caller, serializeContext, chatId)
  if (!chat) throw notFound()
  return chat
}

/** Sends a fixed number of queries, and reads only unread messages (api.md § Chat). */
export async function serializeChats(
  db: Db,
  { userId }: Caller,
  { origin, timeZone }: SerializeContext,
  chatId?: number,
): Promise<Chat[]> {
  const rows = await (chatId === undefined
    ? selectAllChats(db, { userId })
    : selectChat(db, { userId, chatId }))
  const lastMessageById = await readLastMessages(
    db,
    rows.flatMap(({ last_id }) => (last_id === null ? [] : [Number(last_id)])),
  )
  const inSchoolTime = (instant: string) => plainDateTime(Date.parse(instant), timeZone)

  return rows.map(row => {
    const last = lastMessageById.get(Number(row.last_id))
    const grant = { canWrite: row.is_write === 1, isAdmin: row.is_admin === 1 }
    return {
      id: row.id,
      name: row.is_direct === 1 ? (row.other_name ?? row.name) : row.name,
      created_at: inSchoolTime(row.created_at),
      // api.md promises a time.
      last_message_at: inSchoolTime(last?.sent_at ?? row.created_at),
      broadcast_only: row.broadcast_only === 1,
      files_allowed: row.files_allowed === 1,
      url: `${origin}/chats/${row.id}`,
      is_admin: grant.isAdmin,
      can_write: mayPost(row, grant),
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
 * Last messages and unread counts change only with the chat version or the last read message. Compute it first, so that
 * clients miss no change in between.
 */
export async function computeChatsETag(
  db: Db,
  { userId }: Caller,
  { origin, timeZone }: SerializeContext,
  { sha256, chatId }: { sha256: Sha256; chatId?: number },
): Promise<string> {
  const rows = await (chatId === undefined
    ? selectAllVersions(db, { userId })
    : selectVersion(db, { userId, chatId }))
  return computeETag([userId, origin, timeZone, rows], sha256)
}

const ownChats = (db: Db, userId: number) =>
  db
    .selectFrom('permissions')
    .innerJoin('chats', 'chats.id', 'permissions.resource_id')
    .leftJoin('chat_reads', join =>
      join.onRef('chat_reads.chat_id', '=', 'chats.id').on('chat_reads.user_id', '=', userId),
    )
    .where('permissions.resource_field', '=', 'chat_id')
    .where('permissions.user_id', '=', userId)
    .select(['chats.id', 'name', 'created_at', 'broadcast_only', 'files_allowed', 'is_direct', 'version'])
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

/** Names have no version. */
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

type ChatSelection = { userId: number; chatId: number }
const selectAllChats = compileOnce((db, { userId }: Omit<ChatSelection, 'chatId'>) => withUnread(db, userId))
const selectChat = compileOnce((db, { userId, chatId }: ChatSelection) =>
  withUnread(db, userId).where('chats.id', '=', chatId),
)
const selectAllVersions = compileOnce((db, { userId }: Omit<ChatSelection, 'chatId'>) =>
  withLastSender(db, userId),
)
const selectVersion = compileOnce((db, { userId, chatId }: ChatSelection) =>
  withLastSender(db, userId).where('chats.id', '=', chatId),
)

async function readLastMessages(db: Db, ids: number[]) {
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
        text: truncateText(text, maxPreviewLength),
        sent_at,
        has_files: Boolean(has_files),
        has_poll: Boolean(has_poll),
      },
    ]),
  )
}
