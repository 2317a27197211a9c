import { useMemo } from 'react'
import { useLocale, useTimeZone } from 'use-intl'
import { createFormat, type Format } from './formats.ts'

/** Dates and numbers the way the reader's language writes them, instants in school time. */
export function useFormat(): Format {
  const language = useLocale()
  const timeZone = useTimeZone() ?? 'UTC'
  return useMemo(() => createFormat(language, timeZone), [language, timeZone])
}
