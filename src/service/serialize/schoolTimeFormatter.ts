import { plainDateTime } from '../../lib/schoolTime.ts'

/** Local hour at 00:00 UTC, and the local dates at the start and end of a UTC day. */
type Day = { hour: number; first: string; last: string }

/**
 * Faster `plainDateTime`: computes the time zone twice per day. On days with a clock change or an offset of partial
 * hours, computes it per instant.
 */
export function createSchoolTimeFormatter(timeZone: string): (instant: string) => string {
  const formatInstant = (instant: string) => plainDateTime(Date.parse(instant), timeZone)
  const days = new Map<string, Day | null>()
  const computeDay = (day: string): Day | null => {
    const [first, last] = [formatInstant(`${day}T00:00:00.000Z`), formatInstant(`${day}T23:59:59.000Z`)]
    const hour = Number(first.slice(11, 13))
    const hasConstantOffset =
      first.endsWith(':00:00') && last.slice(11) === `${twoDigits((hour + 23) % 24)}:59:59`
    return hasConstantOffset ? { hour, first: first.slice(0, 10), last: last.slice(0, 10) } : null
  }
  return instant => {
    const date = instant.slice(0, 10)
    let day = days.get(date)
    if (day === undefined) {
      day = computeDay(date)
      days.set(date, day)
    }
    if (day === null) return formatInstant(instant)
    const hour = day.hour + Number(instant.slice(11, 13))
    const localDate = hour < 24 ? day.first : day.last
    return `${localDate} ${twoDigits(hour % 24)}${instant.slice(13, 19)}`
  }
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`)
