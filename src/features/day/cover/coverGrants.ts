import type { Permission } from '../../../contract/permissions.ts'
import { toInstant } from '../../../lib/schoolTime.ts'
import { addDaysToDay } from '../../../lib/week.ts'
import type { ContentRef } from '../../../paths.ts'

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
