import { plusDays, weekday, weekOf } from '../../lib/week.ts'
import type { TimetableAddress } from './timetableAddress.ts'

/**
 * The week to ask the service for before anything is known: the one the address names, else this week, at the weekend
 * the coming one. Apart from the models, because the route's loader comes with the app's first load.
 */
export function askedWeek({ day, week }: TimetableAddress, today: string): string {
  if (day) return weekOf(day)
  return week ?? weekOf(weekday(today) <= 5 ? today : plusDays(today, 7))
}
