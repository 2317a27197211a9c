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

/** `now` is in Unix ms. `isSchoolDay` gets a day, `YYYY-MM-DD`. */
type Calendar = { now: number; timeZone: string; isSchoolDay: (day: string) => boolean }

/** Suggests this evening, the next morning with school, and the first morning with school of the next week. */
export function getSendTimes({ now, timeZone, isSchoolDay }: Calendar): SendTime[] {
  const today = toSchoolDay(now, timeZone)
  const nextMorning = getNextMorning({ now, timeZone, isSchoolDay })
  const nextWeek = findSchoolDay(addDaysToDay(getMonday(today), 7), isSchoolDay)
  return [
    ...(toClockTime(now, timeZone) < lastTimeForEvening ? [{ day: today, time: evening }] : []),
    nextMorning,
    ...(nextMorning.day < nextWeek ? [{ day: nextWeek, time: morning }] : []),
  ]
}

export function getNextMorning({ now, timeZone, isSchoolDay }: Calendar): SendTime {
  const today = toSchoolDay(now, timeZone)
  const isPast = toInstant(today, morning, timeZone) <= now
  return { day: findSchoolDay(isPast ? addDaysToDay(today, 1) : today, isSchoolDay), time: morning }
}

/** Returns the first school day from `day` on, or `day` if the next `maxDaysAhead` days have no school. */
function findSchoolDay(day: string, isSchoolDay: (day: string) => boolean): string {
  const days = Array.from({ length: maxDaysAhead }, (_, at) => addDaysToDay(day, at))
  return days.find(isSchoolDay) ?? day
}

/** For days that the timetable does not contain. */
export const isWeekday = (day: string): boolean => getWeekday(day) < saturday

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
