import { useQuery } from '@tanstack/react-query'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import { type ScheduledMessage, scheduledMessages } from '../../../contract/scheduledMessages.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../../lib/schoolTime.ts'

/** In ms, without events. */
const pollInterval = 60_000

/**
 * Returns the user's scheduled messages, in the order of their times. Undefined while they are loading, and if the
 * service can't send messages later.
 */
export function useScheduledMessages(): readonly ScheduledMessage[] | undefined {
  const { timeZone } = useSchoolTime()
  const isSupported = useQuery(query(chats.list, {})).data?.rows.some(chat => chat.can_send_later)
  const { data } = useQuery({
    ...query(scheduledMessages.list, {}, { every: pollInterval }),
    // A user who has lost the last chat still sees why a message was not sent.
    enabled: ({ state }) => isSupported === true || state.data !== undefined,
  })
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
