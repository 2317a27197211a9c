import { useMessages, useTranslations } from 'use-intl'
import type { Messages } from './Messages.ts'
import { type LazySection, texts } from './texts.ts'

/**
 * Returns the texts of a section: `const t = useT('timetable')`, then `t('title')` or `t('changes', { count: 2 })`.
 * Keys and placeholders are type-checked. `t.rich` accepts tags. Suspends until the section is loaded. Screens that
 * name it in `loadWithTexts` do not suspend.
 */
export function useT<Section extends keyof Messages>(section: Section) {
  const messages = useMessages()
  // Throws the promise instead of calling `use`, because `use` must not be skipped in the next render. In tests, `use`
  // also suspends for a settled promise.
  if (isMissing(section, messages)) throw texts.suspendFor(section)
  return useTranslations(section)
}

const isMissing = (section: keyof Messages, messages: object): section is LazySection =>
  !(section in messages)

/** Result of `useT`, for functions that are not components. */
export type T<Section extends keyof Messages> = ReturnType<typeof useTranslations<Section>>
