import type { QueryClient } from '@tanstack/react-query'
import { fetchFresh, query } from '../../../api/cache/query.ts'
import { isNotFound } from '../../../api/client/ApiError.ts'
import type { Call } from '../../../api/client/call.ts'
import { permissions, targetUserId } from '../../../contract/permissions.ts'
import { deleteDirectly } from '../../../outbox/queue/directWrite.ts'
import type { StoredGrant } from './coverReminders.ts'

/** `changed`: another person has changed the permission or its flags since, so it remains. */
export type RevokeOutcome = { kind: 'revoked' } | { kind: 'changed' } | { kind: 'failed'; error: unknown }

const removal = {
  endpoint: permissions.remove,
  toResult: () => true,
  async wasApplied({ input }: { input: { permission_id: number } }, call: Call) {
    try {
      await call(permissions.get, input)
      return false as const
    } catch (error) {
      if (isNotFound(error)) return true
      throw error
    }
  },
}

/** Never throws. Counts as revoked if the permission does not exist any more. */
export async function revokeCover(
  client: QueryClient,
  { permissionId: permission_id, colleague }: StoredGrant,
): Promise<RevokeOutcome> {
  try {
    const grant = await fetchFresh(client, query(permissions.get, { permission_id }))
    const isGiven = targetUserId(grant.target) === colleague.id && !grant.is_write && !grant.is_admin
    if (!isGiven) return { kind: 'changed' }
  } catch (error) {
    return isNotFound(error) ? { kind: 'revoked' } : { kind: 'failed', error }
  }
  const sent = await deleteDirectly(client, removal, { permission_id })
  return sent.kind === 'done' ? { kind: 'revoked' } : { kind: 'failed', error: sent.error }
}
