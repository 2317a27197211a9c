import { plusDays } from './week.ts'

/** `2026-10-12`, `12.10.2026`, `12/10/26`, `12. 10.` (from `today` on). `undefined` for a day no calendar has. */
export function readDay(text: string, today: string): string | undefined {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text)
  if (iso) return dayOf(Number(iso[1]), iso[2], iso[3])
  const [, day, month, year] =
    /^\s*(\d{1,2})[./-]\s*(\d{1,2})(?:[./-]\s*(\d{4}|\d{2})?)?\s*$/.exec(text) ?? []
  if (day === undefined) return undefined
  if (year !== undefined) return dayOf(Number(year.padStart(4, '20')), month, day)
  const thisYear = Number(today.slice(0, 4))
  // Four years hold every day there is, 29 February too.
  const coming = [0, 1, 2, 3, 4].map(after => dayOf(thisYear + after, month, day))
  return coming.find(each => each !== undefined && each >= today)
}

function dayOf(year: number, month = '', day = ''): string | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // A day the calendar does not have comes out as another one.
  return year >= 2000 && plusDays(written, 0) === written ? written : undefined
}
