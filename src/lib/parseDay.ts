import { addDaysToDay } from './week.ts'

/**
 * Parses `2026-10-12`, `12.10.2026`, `12/10/26` or `12. 10.` (from `today` on). Returns undefined for an
 * impossible day.
 */
export function parseDay(text: string, today: string): string | undefined {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text)
  if (iso) return toIsoDay(Number(iso[1]), iso[2], iso[3])
  const [, day, month, year] =
    /^\s*(\d{1,2})[./-]\s*(\d{1,2})(?:[./-]\s*(\d{4}|\d{2})?)?\s*$/.exec(text) ?? []
  if (day === undefined) return undefined
  if (year !== undefined) return toIsoDay(Number(year.padStart(4, '20')), month, day)
  const thisYear = Number(today.slice(0, 4))
  // Five years include a 29 February, except around 2100.
  const candidates = [0, 1, 2, 3, 4].map(after => toIsoDay(thisYear + after, month, day))
  return candidates.find(candidate => candidate !== undefined && candidate >= today)
}

function toIsoDay(year: number, month = '', day = ''): string | undefined {
  const isoDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // An impossible day becomes another day.
  return year >= 2000 && addDaysToDay(isoDay, 0) === isoDay ? isoDay : undefined
}
