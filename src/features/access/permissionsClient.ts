import type { QueryClient } from '@tanstack/react-query'
import { keyOf, query, write } from '../../api/cache/query.ts'
import { type Permission, permissions, targetUserId } from '../../contract/permissions.ts'
import type { AccessOf } from '../../paths.ts'
import { withGrant, withoutGrant } from './grants.ts'
import type { Flags } from './roles.ts'

/** The input of the list of grants on a piece of content. */
export const grantsInput = ({ field, id }: AccessOf) => ({ [field]: id })

/** The calls about the grants on one piece of content. The cached list follows each of them at once. */
export type AccessWay = {
  /** Read now, whatever is cached. */
  list(): Promise<readonly Permission[]>
  give(userId: number, flags: Flags): Promise<Permission>
  change(grantId: number, flags: Flags): Promise<Permission>
  remove(grantId: number): Promise<void>
  /** Runs when nothing else of this person changes the access to this content, in whatever tab. */
  alone<T>(act: () => Promise<T>): Promise<T>
}

export function createAccessWay(client: QueryClient, of: AccessOf): AccessWay {
  const input = grantsInput(of)
  const key = keyOf(permissions.list, input)
  const mutations = client.getMutationCache()
  const show = (change: (rows: readonly Permission[]) => Permission[]) =>
    client.setQueryData(key, held => held && { ...held, rows: change(held.rows) })
  const shown = (grant: Permission) => {
    show(rows => withGrant(rows, grant))
    return grant
  }
  return {
    async list() {
      // One that is on its way may be older than what is about to be sent.
      await client.cancelQueries({ queryKey: key, exact: true })
      const options = query(permissions.list, input)
      return (await client.fetchQuery({ ...options, staleTime: 0, retry: false })).rows
    },
    give: async (userId, flags) => {
      const body = { resource_ids: { [of.field]: of.id }, target_ids: { user_id: userId }, ...flags }
      const grant = await mutations.build(client, write(permissions.create)).execute({ body })
      // A service may answer with somebody else's: then the list, which is read again, tells.
      return targetUserId(grant.target) === userId ? shown(grant) : grant
    },
    change: async (grantId, flags) =>
      shown(
        await mutations
          .build(client, write(permissions.change))
          .execute({ permission_id: grantId, body: { is_write: flags.is_write, is_admin: flags.is_admin } }),
      ),
    async remove(grantId) {
      await mutations.build(client, write(permissions.remove)).execute({ permission_id: grantId })
      show(rows => withoutGrant(rows, grantId))
    },
    alone: act =>
      typeof navigator !== 'undefined' && navigator.locks
        ? navigator.locks.request(`staffroom.access.${of.field}.${of.id}`, act)
        : act(),
  }
}
