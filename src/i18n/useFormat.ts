import { useLocale, useTimeZone } from 'use-intl'
import { createFormat, type Format } from './formats.ts'

export function useFormat(): Format {
  const language = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  if (latest?.language !== language || latest.timeZone !== timeZone) {
    latest = { language, timeZone, format: createFormat(language, timeZone) }
  }
  return latest.format
}

// Shared by all components, because formatters are slow to create.
let latest: { language: string; timeZone: string; format: Format } | undefined
