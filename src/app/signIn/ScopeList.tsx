import { IconBook2, IconLock, IconMessage, IconQuestionMark, IconUser, IconUsers } from '@tabler/icons-react'
import { useT } from '../../i18n/useT.ts'
import styles from './SignIn.module.css'

const known = {
  me: { icon: IconUser, words: 'scopeMe' },
  'courses.memberships': { icon: IconUsers, words: 'scopeMemberships' },
  chats: { icon: IconBook2, words: 'scopeChats' },
  'chats.messages': { icon: IconMessage, words: 'scopeMessages' },
} as const
const isKnown = (scope: string): scope is keyof typeof known => scope in known

/** What a scope of the service allows, in words; `words` of an unknown one say that there are none. */
export const scopeWords = (scope: string) => (isKnown(scope) ? known[scope].words : 'scopeOther')

/** What an application asks for: words first, the service's own name of it beside them. */
export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const t = useT('signIn')
  return (
    <ul className={styles.list}>
      {scopes.map(scope => {
        const Icon = isKnown(scope) ? known[scope].icon : IconQuestionMark
        return (
          <li key={scope}>
            <Icon aria-hidden />
            <span>{t(scopeWords(scope))}</span>
            <code>{scope}</code>
          </li>
        )
      })}
    </ul>
  )
}

/** Where the password stays. */
export function PasswordLine() {
  const t = useT('signIn')
  return (
    <p className={styles.lock}>
      <IconLock aria-hidden />
      <span>{t('password')}</span>
    </p>
  )
}
