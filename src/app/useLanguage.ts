import { useLocale } from 'use-intl'
import { isLanguage, type Language } from '../i18n/language.ts'

/** The language the page speaks at the moment. */
export function useLanguage(): Language {
  const locale = useLocale()
  return isLanguage(locale) ? locale : 'en'
}
