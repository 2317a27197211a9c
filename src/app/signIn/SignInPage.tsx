import '@mantine/core/styles/Group.layer.css'
import { Group, NativeSelect } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { isLanguage, languages } from '../../i18n/language.ts'
import { useT } from '../../i18n/useT.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useApp, useLanguage, useSettings } from '../AppContext.tsx'
import { isTheme } from '../preferences.ts'
import styles from './SignIn.module.css'

type SignInPageProps = {
  documentTitle: string
  /** Whether the content has rows of people, which need more width than text. */
  isWide?: boolean
  children: ReactNode
}

/** What every page before the sign-in looks like: the name above, language and theme below. */
export function SignInPage({ documentTitle, isWide = false, children }: SignInPageProps) {
  const t = useT('shell')
  useDocumentTitle(`${documentTitle} · ${t('appName')}`)
  return (
    <div className={styles.page}>
      <Group component="header" gap="sm" fw={600} lts="-0.01em">
        <Brand />
        {t('appName')}
      </Group>
      <main className={styles.main} data-wide={isWide || undefined}>
        {children}
      </main>
      <Group component="footer" gap="sm" justify="center">
        <LanguageAndTheme />
      </Group>
    </div>
  )
}

/** In the place of a sign-in: why there is none, and what to do. */
export function NoSignIn(trouble: ComponentProps<typeof EmptyState>) {
  return (
    <SignInPage documentTitle={trouble.title}>
      <EmptyState tone="danger" heading="h1" {...trouble} />
    </SignInPage>
  )
}

/** The mark: a door that stands open a little. */
function Brand() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect x="2" y="2" width="20" height="20" rx="5" fill="currentColor" />
      <path
        d="M8 17.5V9.5a4 4 0 0 1 8 0v8"
        stroke="var(--paper)"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="13" cy="13.5" r="1.1" fill="var(--paper)" />
    </svg>
  )
}

const themes = { auto: 'system', light: 'light', dark: 'dark' } as const

/** The two choices that make sense before anybody is known. The platform's own lists: nothing to load. */
function LanguageAndTheme() {
  const t = useT('shell')
  const { preferences } = useApp()
  const { theme } = useSettings()
  const language = useLanguage()
  return (
    <>
      <NativeSelect
        variant="subtle"
        aria-label={t('language')}
        value={language}
        onChange={({ target }) => isLanguage(target.value) && preferences.change({ language: target.value })}
      >
        {Object.entries(languages).map(([id, name]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        variant="subtle"
        aria-label={t('theme')}
        value={theme}
        onChange={({ target }) => isTheme(target.value) && preferences.change({ theme: target.value })}
      >
        {Object.entries(themes).map(([id, word]) => (
          <option key={id} value={id}>
            {t('themeNow', { theme: t(word) })}
          </option>
        ))}
      </NativeSelect>
    </>
  )
}
