import { useMessages, useTranslations } from 'use-intl'
import type { Messages } from './Messages.ts'
import { type LaterSection, texts } from './texts.ts'

/**
 * The texts of one section: `const t = useT('timetable')`, then `t('title')` or `t('changes', { count: 2 })`.
 * Keys and placeholders are checked; `t.rich` takes tags. Suspends until the section is here; a screen that names it
 * to `withTexts` has it by then.
 */
export function useT<Section extends keyof Messages>(section: Section) {
  const here = useMessages()
  // Thrown, for `use` may not be left out the next time, and in a test even of something settled it counts as waiting.
  if (isMissing(section, here)) throw texts.need(section)
  return useTranslations(section)
}

const isMissing = (section: keyof Messages, here: object): section is LaterSection => !(section in here)

/** What `useT` gives, for functions that are no components. */
export type T<Section extends keyof Messages> = ReturnType<typeof useTranslations<Section>>
