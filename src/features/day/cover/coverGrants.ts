import * as z from 'zod/mini'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { parseInstant, toInstant } from '../../../lib/schoolTime.ts'
import { addDaysToDay } from '../../../lib/week.ts'
import type { WriteKind } from '../../../outbox/queue/Writes.ts'
import type { ContentRef } from '../../../paths.ts'
import { grantOfPerson } from '../../access/grants.ts'

/** For the list of results. */
export const CoverBase = z.object({
  colleague: z.object({ id: z.number(), name: z.string() }),
  title: z.string(),
  date: z.string(),
})
export type CoverBase = z.output<typeof CoverBase>

/** Allowed difference between the clocks of this device and of the service, in ms. */
const maxClockSkewMs = 120_000

/**
 * Gives a colleague Read access. Reads the permissions directly before, so that it never replaces one that the
 * colleague has already. The result is the ID of the new permission.
 */
export const coverGrantWrite: WriteKind<typeof permissions.create, CoverBase, number> = {
  name: 'coverGrant',
  endpoint: permissions.create,
  base: CoverBase,
  isBulk: true,
  checksBeforeSending: true,
  toResult: ({ id }) => id,
  async wasApplied({ input: { body }, createdAt, userId }, call) {
    const { rows } = await call(permissions.list, body.resource_ids)
    const grant = grantOfPerson(rows, body.target_ids.user_id ?? 0)
    if (!grant || !lastsUntil(grant, body.expires_at ?? undefined)) return false
    const givenAt = parseInstant(grant.given_at, 'UTC') ?? 0
    const isOwn = grant.given_by_user_id === userId && givenAt >= createdAt - maxClockSkewMs
    return isOwn ? grant.id : true
  },
}

/** Whether the permission lasts at least until `end`, or has no end. */
export function lastsUntil({ expires_at }: Permission, end: string | undefined): boolean {
  if (expires_at === undefined || expires_at === null) return true
  return end !== undefined && Date.parse(expires_at) >= Date.parse(end)
}

/** Midnight after the day, in the school's time zone. */
export const getEndOfDay = (date: string, timeZone: string): string =>
  new Date(toInstant(addDaysToDay(date, 1), '00:00', timeZone)).toISOString()

export const coverLanePrefix = (date: string): string => `cover/${date}/`

export const coverLane = (date: string, userId: number, { field, id }: ContentRef): string =>
  `${coverLanePrefix(date)}${userId}/${field}.${id}`
