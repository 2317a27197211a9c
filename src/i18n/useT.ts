import { useMessages, useTranslations } from 'use-intl'
import type { Messages } from './Messages.ts'
import { type LazySection, texts } from './texts.ts'

/**
 * Returns the texts of a section: `t('title')`, `t('changes', { count: 2 })`. `t.rich` accepts tags. Suspends until the
 * section is loaded, unless the screen names it in `loadWithTexts`.
 */
export function useT<Section extends keyof Messages>(section: Section) {
  const messages = useMessages()
  // Throws the promise, because `use` must not be skipped in the next render, and suspends for a settled promise in
  // tests.
  if (isMissing(section, messages)) throw texts.suspendFor(section)
  return useTranslations(section)
}

const isMissing = (section: keyof Messages, messages: object): section is LazySection =>
  !(section in messages)

export type T<Section extends keyof Messages> = ReturnType<typeof useTranslations<Section>>
