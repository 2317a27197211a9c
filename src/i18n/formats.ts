export type Format = ReturnType<typeof createFormat>

// In British English the day comes first and the clock has 24 hours.
const getLocale = (language: string) => (language === 'en' ? 'en-GB' : language)

// Formatted in UTC, so that no time zone can change the day.
const toDate = (day: string) => new Date(`${day}T00:00:00Z`)

// Removes the comma and the full stop that Intl adds after the weekday in some languages and ICU versions. The
// timetable has no space for them: `Mi`, `Mi 18. Nov.`.
const formatDayParts = (format: Intl.DateTimeFormat, date: Date | number) =>
  format
    .formatToParts(date)
    .map(({ type, value }) => value.replace(type === 'weekday' ? '.' : ',', ''))
    .join('')

/** Creates a formatter on first use. This takes up to 1 ms, and a screen uses only a few. */
const lazy = <T>(create: () => T): (() => T) => {
  let value: T | undefined
  return () => (value ??= create())
}

/** Days are `YYYY-MM-DD` in no time zone. Instants are in Unix ms and shown in school time (rule 32). */
export function createFormat(language: string, timeZone: string) {
  const locale = getLocale(language)
  const style = (options: Intl.DateTimeFormatOptions, zone = 'UTC') =>
    lazy(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }))
  const shortWeekday = style({ weekday: 'short' })
  const longWeekday = style({ weekday: 'long' })
  const dayNumber = style({ day: 'numeric' })
  const longDay = style({ dateStyle: 'long' })
  const day = style({ weekday: 'short', day: 'numeric', month: 'short' })
  const dayOfYear = style({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  const shortDay = style({ day: 'numeric', month: 'short' })
  const dayAndMonth = style({ day: 'numeric', month: 'long' })
  const fullDay = style({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const range = style({ day: 'numeric', month: 'short', year: 'numeric' })
  const time = style({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, timeZone)
  const timeWithSeconds = style(
    { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    timeZone,
  )
  const weekdayHere = style({ weekday: 'short' }, timeZone)
  const dayHere = style({ weekday: 'short', day: 'numeric', month: 'short' }, timeZone)
  const dayOfYearHere = style({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }, timeZone)
  const yearHere = style({ year: 'numeric' }, timeZone)
  const date = style({ day: 'numeric', month: 'short', year: 'numeric' }, timeZone)
  const number = lazy(() => new Intl.NumberFormat(locale))
  // Numbers with hundreds of digits are not readable.
  const huge = lazy(() => new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 2 }))
  const sizes = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map(unit =>
    lazy(() => {
      const unitDisplay = unit === 'byte' ? 'long' : 'short'
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
    }),
  )
  const list = lazy(() => new Intl.ListFormat(locale))
  const dayOfMonth = (text: string) =>
    dayNumber()
      .formatToParts(toDate(text))
      .find(part => part.type === 'day')?.value ?? ''
  return {
    /** Weekday and number: `Mon 16`. */
    weekdayAndNumber: (text: string) => `${formatDayParts(shortWeekday(), toDate(text))} ${dayOfMonth(text)}`,
    /** `Mon`, or `Monday`. */
    weekday: (text: string, width: 'short' | 'long' = 'short') =>
      formatDayParts(width === 'long' ? longWeekday() : shortWeekday(), toDate(text)),
    /** Day of the month: `16`. */
    dayNumber: dayOfMonth,
    /** `Wed 18 Nov`. */
    day: (text: string) => formatDayParts(day(), toDate(text)),
    /** `Wed 18 Nov`, or `Tue 18 Nov 2025` in another year than `today`. */
    dayNear: (text: string, today: string) =>
      formatDayParts(text.slice(0, 4) === today.slice(0, 4) ? day() : dayOfYear(), toDate(text)),
    /** `18 Nov`. */
    shortDay: (text: string) => shortDay().format(toDate(text)),
    /** `18 November 2026`. */
    longDay: (text: string) => longDay().format(toDate(text)),
    /** `18 November`. */
    dayAndMonth: (text: string) => dayAndMonth().format(toDate(text)),
    /** `Wednesday 18 November 2026`, in German `Mittwoch, 18. November 2026`. */
    fullDay: (text: string) =>
      language === 'en' ? formatDayParts(fullDay(), toDate(text)) : fullDay().format(toDate(text)),
    /** `16 – 20 Nov 2026`. */
    dayRange: (first: string, last: string) =>
      range()
        .formatRange(toDate(first), toDate(last))
        .replaceAll(/\s*–\s*/g, ' – '),
    /** `09:12` in school time. */
    time: (instant: number) => time().format(instant),
    /** `09:12:30` in school time. */
    timeWithSeconds: (instant: number) => timeWithSeconds().format(instant),
    /**
     * `Mon 16:20` within the last six days, otherwise `Wed 4 Nov 16:20`, in another year with the year. In school time.
     */
    moment: (instant: number, now: number) => {
      const isRecent = now - instant < 6 * 86_400_000
      const isSameYear = yearHere().format(instant) === yearHere().format(now)
      const dayText = isRecent
        ? formatDayParts(weekdayHere(), instant)
        : formatDayParts(isSameYear ? dayHere() : dayOfYearHere(), instant)
      return `${dayText} ${time().format(instant)}`
    },
    /** `18 Nov 2026`, the school day of an instant. */
    date: (instant: number) => date().format(instant),
    /** `Emil, Mika and Aiko`. */
    list: (items: readonly string[]) => list().format(items),
    listParts: (items: readonly string[]) => list().formatToParts(items),
    number: (value: number) => (Math.abs(value) < 1e15 ? number() : huge()).format(value),
    /** `1.8 MB` for a size in bytes, in steps of 1024. */
    fileSize: (bytes: number) => {
      // 1023.96 kB would be rounded to 1,024 kB.
      const steps = sizes.findIndex((_, index) => Math.round((bytes / 1024 ** index) * 10) < 10_240)
      const unit = steps < 0 ? sizes.length - 1 : steps
      return sizes[unit]?.().format(bytes / 1024 ** unit) ?? ''
    },
  }
}
