import { maxDaysAhead } from '../../../contract/scheduledMessages.ts'
import { parseDay } from '../../../lib/parseDay.ts'
import { toClockTime, toInstant, toSchoolDay } from '../../../lib/schoolTime.ts'
import { addDaysToDay, getMonday, getWeekday } from '../../../lib/week.ts'

/** `day` is `YYYY-MM-DD`, `time` is `HH:MM`, both at the school. */
export type SendTime = { day: string; time: string }

const morning = '07:30'
const evening = '18:00'
/** Later, a message for the evening could as well be sent at once. */
const lastTimeForEvening = '17:30'
const saturday = 6

/** Suggests this evening, the morning of the next weekday, and Monday morning. `now` is in Unix ms. */
export function getSendTimes(now: number, timeZone: string): SendTime[] {
  const today = toSchoolDay(now, timeZone)
  const nextMorning = getNextMorning(now, timeZone)
  const monday = addDaysToDay(getMonday(today), 7)
  return [
    ...(toClockTime(now, timeZone) < lastTimeForEvening ? [{ day: today, time: evening }] : []),
    nextMorning,
    ...(nextMorning.day < monday ? [{ day: monday, time: morning }] : []),
  ]
}

/** Holidays are not known here, so each suggestion shows its day. */
export function getNextMorning(now: number, timeZone: string): SendTime {
  let day = toSchoolDay(now, timeZone)
  while (getWeekday(day) >= saturday || toInstant(day, morning, timeZone) <= now) day = addDaysToDay(day, 1)
  return { day, time: morning }
}

export type SendTimeProblem = 'day' | 'time' | 'past' | 'tooFar'

/** Returns the time in Unix ms, or the reason why a message can't be sent then. */
export function parseSendTime(
  { day, time }: SendTime,
  { now, timeZone }: { now: number; timeZone: string },
): number | SendTimeProblem {
  const today = toSchoolDay(now, timeZone)
  if (parseDay(day, today) !== day) return 'day'
  if (!/^\d{2}:\d{2}$/.test(time)) return 'time'
  const instant = toInstant(day, time, timeZone)
  if (instant <= now) return 'past'
  return instant > now + maxDaysAhead * 86_400_000 ? 'tooFar' : instant
}
