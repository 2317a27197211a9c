import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { type ScheduledMessage, scheduledMessages } from '../../../contract/scheduledMessages.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { useHasExtensions } from '../../../session/extensions.ts'

/** In ms, without events. */
const pollInterval = 60_000

/**
 * Returns the user's scheduled messages, in the order of their times. Undefined while they are loading, and
 * without extensions.
 */
export function useScheduledMessages(): readonly ScheduledMessage[] | undefined {
  const { timeZone } = useSchoolTime()
  const enabled = useHasExtensions()
  const { data } = useQuery({ ...query(scheduledMessages.list, {}, { every: pollInterval }), enabled })
  const instantOf = ({ send_at }: ScheduledMessage) => parseInstant(send_at, timeZone) ?? 0
  return data?.rows.toSorted((one, other) => instantOf(one) - instantOf(other))
}

/** Returns a function that formats a time (Unix ms) as `Today, 18:00` or `Mon 23 Nov, 07:30`. */
export function useSendTimeFormat(): (instant: number, now: number) => string {
  const t = useT('sendLater')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  return (instant, now) => {
    const day = toSchoolDay(instant, timeZone)
    const isToday = day === toSchoolDay(now, timeZone)
    return t('at', { day: isToday ? t('today') : format.day(day), time: format.time(instant) })
  }
}
