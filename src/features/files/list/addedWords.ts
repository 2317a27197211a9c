import type { Format } from '../../../i18n/formats.ts'
import type { T } from '../../../i18n/useT.ts'
import { dayOf, instantOf } from '../../../lib/schoolTime.ts'

const day = 86_400_000

export type AddedWords = {
  /** `Today 08:40`, `Mon 16 Nov` within a week, `2 Nov`, `2 Nov 2025` in another year. */
  brief: string
  /** The day and the time in full. */
  exact: string
}

/** When something was added, in school time. `text` in either format of the service; `now` in Unix ms. */
export function addedWords(
  text: string,
  { now, timeZone, format, t }: { now: number; timeZone: string; format: Format; t: T<'files'> },
): AddedWords {
  const instant = instantOf(text, timeZone)
  if (instant === undefined) return { brief: '–', exact: t('added.unknown') }
  const [then, today] = [dayOf(instant, timeZone), dayOf(now, timeZone)]
  const time = format.time(instant)
  const exact = t('added.exact', { day: format.fullDay(then), time })
  if (then === today) return { brief: t('added.today', { time }), exact }
  if (now > instant && now - instant < 6 * day) return { brief: format.day(then), exact }
  return {
    brief: then.slice(0, 4) === today.slice(0, 4) ? format.shortDay(then) : format.date(instant),
    exact,
  }
}
