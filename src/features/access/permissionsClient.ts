import type { QueryClient } from '@tanstack/react-query'
import { fetchFresh, keyOf, query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Call } from '../../api/client/call.ts'
import { type Permission, permissions, targetUserId } from '../../contract/permissions.ts'
import { type Sent, sendAtOnce } from '../../outbox/queue/sendAtOnce.ts'
import type { Verdict } from '../../outbox/queue/Writes.ts'
import type { AccessOf } from '../../paths.ts'
import { grantOfPerson, withGrant, withoutGrant } from './grants.ts'
import { sameFlags, type Wish } from './guard.ts'

/** The input of the list of grants on a piece of content. */
export const grantsInput = ({ field, id }: AccessOf) => ({ [field]: id })

/** What a wish that was done makes of a list from before it. */
type ListChange = (rows: readonly Permission[]) => Permission[]

/** The calls about the grants on one piece of content. The cached list follows each of them at once. */
export type AccessWay = {
  /** Read now, whatever is cached. */
  list(): Promise<readonly Permission[]>
  /** Sends a wish once; after a lost answer the list is read. */
  send(wish: Wish): Promise<Sent<ListChange>>
  /** Runs when nothing else of this person changes the access to this content, in whatever tab. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

/** The grants there are, as far as the reader may still ask for them. */
type GrantsSeen = readonly Permission[] | 'shutOut'

/** Was it done? What takes the reader's own access away can't be read any more afterwards: that it can't says so. */
export function reconcileWish(wish: Wish, now: GrantsSeen): Verdict {
  const isRemoval = wish.kind === 'remove' || wish.kind === 'delete'
  if (now === 'shutOut') return isRemoval ? 'done' : 'unknown'
  if (isRemoval) return now.every(({ id }) => id !== wish.grantId) ? 'done' : 'send'
  const grant =
    wish.kind === 'give' ? grantOfPerson(now, wish.userId) : now.find(({ id }) => id === wish.grantId)
  return grant && sameFlags(grant, wish.flags) ? 'done' : 'send'
}

export function createAccessWay(client: QueryClient, of: AccessOf): AccessWay {
  const input = grantsInput(of)
  const comparing = (wish: Wish) => ({
    async fetchRemote(_: unknown, call: Call): Promise<GrantsSeen> {
      try {
        return (await call(permissions.list, input)).rows
      } catch (error) {
        if (error instanceof ApiError && ['forbidden', 'notFound'].includes(error.kind)) return 'shutOut'
        throw error
      }
    },
    reconcile: ({ now }: { now: GrantsSeen }) => reconcileWish(wish, now),
  })
  function sendWish(wish: Wish): Promise<Sent<ListChange>> {
    if (wish.kind === 'give') {
      const { userId, flags } = wish
      const body = { resource_ids: { [of.field]: of.id }, target_ids: { user_id: userId }, ...flags }
      const kind = {
        ...comparing(wish),
        endpoint: permissions.create,
        made: ({ answer, now }: { answer: Permission | undefined; now: GrantsSeen | undefined }) => {
          const grant = answer ?? (now && now !== 'shutOut' ? grantOfPerson(now, userId) : undefined)
          // A service may answer with somebody else's: then the list, which is read again, tells.
          const isTheirs = grant && targetUserId(grant.target) === userId
          return (rows: readonly Permission[]) => (isTheirs ? withGrant(rows, grant) : [...rows])
        },
      }
      return sendAtOnce(client, kind, { input: { body } })
    }
    const { grantId: permission_id } = wish
    if (wish.kind === 'change') {
      const { is_write, is_admin } = wish.flags
      // What the service says it is now may be more than what was asked for.
      const made =
        ({ answer }: { answer: Permission | undefined }) =>
        (rows: readonly Permission[]) =>
          rows.map(row => (row.id === permission_id ? { ...row, is_write, is_admin, ...answer } : row))
      const kind = { ...comparing(wish), endpoint: permissions.change, made }
      return sendAtOnce(client, kind, { input: { permission_id, body: { is_write, is_admin } } })
    }
    const made = () => (rows: readonly Permission[]) => withoutGrant(rows, permission_id)
    const kind = { ...comparing(wish), endpoint: permissions.remove, made }
    return sendAtOnce(client, kind, { input: { permission_id } })
  }
  return {
    list: async () => (await fetchFresh(client, query(permissions.list, input))).rows,
    async send(wish) {
      const sent = await sendWish(wish)
      if (sent.kind === 'done') {
        const key = keyOf(permissions.list, input)
        client.setQueryData(key, held => held && { ...held, rows: sent.made(held.rows) })
      }
      return sent
    },
    alone: act =>
      typeof navigator !== 'undefined' && navigator.locks
        ? navigator.locks.request(`staffroom.access.${of.field}.${of.id}`, act)
        : act(),
  }
}
