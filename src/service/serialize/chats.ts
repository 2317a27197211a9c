import type { Expression } from 'kysely'
import { type Chat, maxPreviewLength } from '../../contract/chats.ts'
import { notFound } from '../../http/problem.ts'
import { plainDateTime } from '../../lib/schoolTime.ts'
import type { Sha256 } from '../../lib/sha256.ts'
import { truncateText } from '../../lib/truncateText.ts'
import type { Caller } from '../auth/caller.ts'
import { compileOnce } from '../db/compileOnce.ts'
import type { Db } from '../db/schema.ts'
import { computeETag } from '../http/etag.ts'
import { mayPost } from '../policy/chats.ts'
import { selectClassHolders, selectClassLevel, selectOwnGrants, toGrant } from '../policy/grants.ts'
import type { SerializeContext } from './documents.ts'

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

/** Sends one query (api.md § Chat). */
export async function serializeChats(
  db: Db,
  { userId }: Caller,
  { origin, timeZone }: SerializeContext,
  chatId?: number,
): Promise<Chat[]> {
  const rows = await (chatId === undefined
    ? selectAllChats(db, { userId })
    : selectChat(db, { userId, chatId }))
  const inSchoolTime = (instant: string) => plainDateTime(Date.parse(instant), timeZone)

  return rows.flatMap(row => {
    const grant = toGrant(row)
    if (!grant) return []
    const last = toLastMessage(row)
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
      can_send_later: true,
      member_count: Number(row.member_count) + Number(row.class_member_count),
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

const selectOwnIds = (db: Db, userId: number) =>
  db.selectFrom(selectOwnGrants(db, { field: 'chat_id', userId }).as('own')).select('own.resource_id')

/** Includes chats without a permission. */
const chatsFor = (db: Db, userId: number) =>
  db
    .selectFrom('chats')
    .leftJoin('permissions', join =>
      join
        .onRef('permissions.resource_id', '=', 'chats.id')
        .on('permissions.resource_field', '=', 'chat_id')
        .on('permissions.user_id', '=', userId),
    )
    .leftJoin('chat_reads', join =>
      join.onRef('chat_reads.chat_id', '=', 'chats.id').on('chat_reads.user_id', '=', userId),
    )
    .leftJoin('messages as last', join =>
      join.on('last.id', '=', ({ selectFrom }) =>
        selectFrom('messages')
          .select(({ fn }) => fn.max('messages.id').as('id'))
          .whereRef('messages.chat_id', '=', 'chats.id'),
      ),
    )
    // Names have no version.
    .leftJoin('users as last_user', 'last_user.id', 'last.user_id')
    .select(['last.id as last_id', 'last_user.name as last_name'])
    .select(['chats.id', 'chats.name', 'chats.created_at', 'chats.broadcast_only', 'chats.files_allowed'])
    .select(['chats.is_direct', 'chats.version'])
    .select(({ selectFrom, ref, val }) => {
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
        selectFrom('permissions as members')
          .select(({ fn }) => fn.countAll().as('count'))
          .where('members.resource_field', '=', 'chat_id')
          .whereRef('members.resource_id', '=', 'chats.id')
          .as('member_count'),
        selectClassLevel(db, { field: 'chat_id', id: ref('chats.id'), userId }).as('class_is_write'),
        countClassMembers(db, ref('chats.id')).as('class_member_count'),
        otherMember.select('users.name').as('other_name'),
        otherMember.select('users.id').as('other_id'),
      ]
    })
    .orderBy('chats.id')

/** Without people who have a permission of their own. A person in two classes counts once. */
const countClassMembers = (db: Db, chatId: Expression<number>) =>
  selectClassHolders(db, 'chat_id')
    .clearSelect()
    .where('class_permissions.resource_id', '=', chatId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('permissions as direct')
            .select('direct.id')
            .where('direct.resource_field', '=', 'chat_id')
            .where('direct.resource_id', '=', chatId)
            .whereRef('direct.user_id', '=', 'memberships.user_id'),
        ),
      ),
    )
    .select(({ fn }) => fn.count('memberships.user_id').distinct().as('count'))

const withUnread = (db: Db, userId: number) =>
  chatsFor(db, userId)
    .select(['last.user_id as last_user_id', 'last.text as last_text', 'last.sent_at as last_sent_at'])
    .select(({ selectFrom, exists, fn, ref, val }) => [
      selectFrom('messages')
        .select(({ fn: inner }) => inner.countAll().as('count'))
        .whereRef('messages.chat_id', '=', 'chats.id')
        .where('messages.id', '>', fn.coalesce(ref('chat_reads.message_id'), val(0)))
        .where('messages.user_id', '!=', userId)
        .as('unread'),
      exists(
        selectFrom('documents').select('documents.id').whereRef('documents.message_id', '=', 'last.id'),
      ).as('last_has_files'),
      exists(selectFrom('polls').select('polls.id').whereRef('polls.message_id', '=', 'last.id')).as(
        'last_has_poll',
      ),
      selectFrom('polls')
        .innerJoin('poll_options', 'poll_options.poll_id', 'polls.id')
        .select(({ fn: inner }) => inner.min('poll_options.text').as('text'))
        .whereRef('polls.message_id', '=', 'last.id')
        .where('polls.is_anonymous', '=', 0)
        .having(({ fn: inner }) => inner.countAll(), '=', 1)
        .as('last_single_option'),
    ])

type ChatSelection = { userId: number; chatId: number }
const selectAllChats = compileOnce((db, { userId }: Omit<ChatSelection, 'chatId'>) =>
  withUnread(db, userId).where('chats.id', 'in', selectOwnIds(db, userId)),
)
const selectChat = compileOnce((db, { userId, chatId }: ChatSelection) =>
  withUnread(db, userId).where('chats.id', '=', chatId),
)
const selectAllVersions = compileOnce((db, { userId }: Omit<ChatSelection, 'chatId'>) =>
  chatsFor(db, userId).where('chats.id', 'in', selectOwnIds(db, userId)),
)
const selectVersion = compileOnce((db, { userId, chatId }: ChatSelection) =>
  chatsFor(db, userId).where('chats.id', '=', chatId),
)

type ChatRow = Awaited<ReturnType<typeof selectAllChats>>[number]

function toLastMessage(row: ChatRow) {
  const { last_id: id, last_user_id, last_name: name, last_text, last_sent_at: sent_at } = row
  if (id === null || last_user_id === null || name === null || last_text === null || sent_at === null)
    return undefined
  return {
    id,
    user: { id: last_user_id, name },
    text: truncateText(last_text, maxPreviewLength),
    sent_at,
    has_files: Boolean(row.last_has_files),
    has_poll: Boolean(row.last_has_poll),
    single_option: row.last_single_option,
  }
}
