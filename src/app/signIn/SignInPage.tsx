import type { ReactNode } from 'react'
import { useT } from '../../i18n/useT.ts'
import { useDocumentTitle } from '../../ui/useDocumentTitle.ts'
import { Brand } from './Brand.tsx'
import { LanguageAndTheme } from './LanguageAndTheme.tsx'
import styles from './SignIn.module.css'

/** What every page before the sign-in looks like: the name above, language and theme below. */
export function SignInPage({ documentTitle, children }: { documentTitle: string; children: ReactNode }) {
  const t = useT('shell')
  useDocumentTitle(`${documentTitle} · ${t('appName')}`)
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Brand />
        {t('appName')}
      </header>
      <main className={styles.main}>{children}</main>
      <footer className={styles.footer}>
        <LanguageAndTheme />
      </footer>
    </div>
  )
}
