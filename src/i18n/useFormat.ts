import { useLocale, useTimeZone } from 'use-intl'
import { createFormat, type Format } from './formats.ts'

/** Dates and numbers the way the reader's language writes them, instants in school time. */
export function useFormat(): Format {
  const language = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  if (latest?.language !== language || latest.timeZone !== timeZone) {
    latest = { language, timeZone, format: createFormat(language, timeZone) }
  }
  return latest.format
}

// One for all components: they speak the same language, and what a formatter costs is paid once.
let latest: { language: string; timeZone: string; format: Format } | undefined
