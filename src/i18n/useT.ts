import { useTranslations } from 'use-intl'
import type { Messages } from './Messages.ts'

/**
 * The texts of one section: `const t = useT('timetable')`, then `t('title')` or `t('changes', { count: 2 })`.
 * Keys and placeholders are checked; `t.rich` takes tags.
 */
export const useT = <Section extends keyof Messages>(section: Section) => useTranslations(section)

/** What `useT` gives, for functions that are no components. */
export type T<Section extends keyof Messages> = ReturnType<typeof useTranslations<Section>>
