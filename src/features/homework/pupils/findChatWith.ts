import type { QueryClient } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { type Chat, chats, whyReadOnly } from '../../../contract/chats.ts'
import { type Permission, permissions, targetUserId } from '../../../contract/permissions.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'

type FindChatOptions = {
  ownId: number
  userIds: readonly number[]
  timeZone: string
}

/** Each takes one request. */
const maxCandidates = 5

/**
 * Finds the chat whose members are exactly the user and the given people, and in which the user can write. Resolves to
 * its ID, or to undefined if no such chat is found.
 */
export async function findChatWith(
  client: QueryClient,
  options: FindChatOptions,
): Promise<number | undefined> {
  const list = await client.ensureQueryData(query(chats.list, {})).catch(() => undefined)
  const writable = (list?.rows ?? []).filter(chat => whyReadOnly(chat) === undefined)
  const { userIds, ownId } = options
  const direct = writable.find(chat => chat.is_direct && isSameSet([chat.direct_user_id], userIds))
  if (direct) return direct.id
  const members = [ownId, ...userIds]
  const candidates = getCandidates(writable, options)
  const matches = await Promise.all(
    candidates.map(async ({ id }) => {
      const access = query(permissions.list, { chat_id: id })
      const grants = await client.fetchQuery({ ...access, retry: false }).catch(() => undefined)
      return grants !== undefined && isSameSet(grants.rows.map(getUserId), members)
    }),
  )
  return candidates.find((_, index) => matches[index])?.id
}

/** Undefined for a group, because its members are unknown. */
const getUserId = ({ target }: Permission) =>
  target.targets_multiple_users ? undefined : targetUserId(target)

const isSameSet = (ids: readonly (number | undefined)[], others: readonly number[]): boolean =>
  ids.length === others.length &&
  new Set(others).size === others.length &&
  others.every(id => ids.includes(id))

/** Latest first. */
function getCandidates(writable: readonly Chat[], { userIds, timeZone }: FindChatOptions): Chat[] {
  const getTime = (chat: Chat) => parseInstant(chat.last_message_at ?? chat.created_at, timeZone) ?? 0
  return writable
    .filter(({ member_count }) => member_count === userIds.length + 1)
    .toSorted((a, b) => getTime(b) - getTime(a))
    .slice(0, maxCandidates)
}
