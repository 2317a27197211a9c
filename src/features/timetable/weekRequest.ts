import { maxDaysForward } from '../../contract/timeline.ts'
import { daysBetween, mondayOf, mondayOfWeek, plusDays, weekOf } from '../../lib/week.ts'

/** The service's own default, which reaches to the end of the coming week. */
const usual = 7

/**
 * `days_forward` for an answer that holds the week: the default for this and the coming one, else whole weeks. The
 * timeline begins this Monday, so an earlier week has none, and neither has one past the service's limit.
 */
export function daysForward(week: string, today: string): number | undefined {
  const monday = mondayOfWeek(week)
  if (!monday) return undefined
  const days = daysBetween(mondayOf(today), monday)
  if (days < 0 || days > maxDaysForward) return undefined
  return Math.max(usual, days)
}

/** The ISO week `count` weeks after another. */
export function weekPlus(week: string, count: number): string {
  const monday = mondayOfWeek(week)
  return monday ? weekOf(plusDays(monday, count * 7)) : week
}
