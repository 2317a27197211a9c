import { Group, NativeSelect } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { isLanguage, languages } from '../../lib/language.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { useApp, useLanguage, useSettings } from '../AppContext.tsx'
import { isTheme } from '../preferences.ts'
import styles from './SignIn.module.css'

type SignInPageProps = {
  documentTitle: string
  /** For rows of people, which need more width than text. */
  isWide?: boolean
  /** Whether index.html contains the title. */
  hasEarlyTitle?: boolean
  children: ReactNode
}

/** Layout of all pages before the sign-in. */
export function SignInPage({
  documentTitle,
  isWide = false,
  hasEarlyTitle = false,
  children,
}: SignInPageProps) {
  const t = useT('shell')
  useDocumentTitle(`${documentTitle} · ${t('appName')}`)
  return (
    <div className={styles.page}>
      <Group component="header" gap="sm" fw={600} lts="-0.01em">
        <Brand />
        {t('appName')}
      </Group>
      <main
        className={styles.main}
        data-wide={isWide || undefined}
        data-early-title={hasEarlyTitle || undefined}
      >
        {children}
      </main>
      <Group component="footer" gap="sm" justify="center">
        <LanguageAndTheme />
      </Group>
    </div>
  )
}

export function SignInError(props: ComponentProps<typeof EmptyState>) {
  return (
    <SignInPage documentTitle={props.title}>
      <EmptyState tone="danger" heading="h1" {...props} />
    </SignInPage>
  )
}

/** Logo: a door that is slightly open. */
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

/** Native selects, so that no code is loaded. */
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
        onChange={({ target }) => isLanguage(target.value) && preferences.update({ language: target.value })}
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
        onChange={({ target }) => isTheme(target.value) && preferences.update({ theme: target.value })}
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
