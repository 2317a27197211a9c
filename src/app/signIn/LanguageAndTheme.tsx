import { IconChevronDown } from '@tabler/icons-react'
import { isLanguage, languages } from '../../i18n/language.ts'
import { useT } from '../../i18n/useT.ts'
import { useApp, useSettings } from '../AppContext.tsx'
import { useLanguage } from '../useLanguage.ts'
import styles from './SignIn.module.css'

const themes = { auto: 'system', light: 'light', dark: 'dark' } as const
type Theme = keyof typeof themes
const isTheme = (text: string): text is Theme => text in themes

/** The two choices that make sense before anybody is known. The platform's own lists: nothing to load. */
export function LanguageAndTheme() {
  const t = useT('shell')
  const { preferences } = useApp()
  const { theme } = useSettings()
  const language = useLanguage()
  return (
    <>
      <label className={styles.choice}>
        <span aria-hidden>{languages[language]}</span>
        <IconChevronDown aria-hidden />
        <select
          aria-label={t('language')}
          value={language}
          onChange={({ target }) =>
            isLanguage(target.value) && preferences.change({ language: target.value })
          }
        >
          {Object.entries(languages).map(([id, name]) => (
            <option key={id} value={id} lang={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.choice}>
        <span aria-hidden>{t('themeNow', { theme: t(themes[theme]) })}</span>
        <IconChevronDown aria-hidden />
        <select
          aria-label={t('theme')}
          value={theme}
          onChange={({ target }) => isTheme(target.value) && preferences.change({ theme: target.value })}
        >
          <option value="auto">{t('themeSystem')}</option>
          <option value="light">{t('themeLight')}</option>
          <option value="dark">{t('themeDark')}</option>
        </select>
      </label>
    </>
  )
}
