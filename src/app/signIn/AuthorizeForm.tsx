import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconBook2, IconLock, IconMessage, IconQuestionMark, IconUser, IconUsers } from '@tabler/icons-react'
import { oauth } from '../../contract/oauth.ts'
import { useT } from '../../i18n/useT.ts'
import { useEndpointForm } from '../../ui/inputs/useEndpointForm.ts'
import { seedSchoolPassword, useSessionState } from '../AppContext.tsx'
import type { AuthorizeQuery } from './authorizeQuery.ts'
import styles from './SignIn.module.css'
import type { useDecision } from './useDecision.ts'

type AuthorizeFormProps = {
  query: AuthorizeQuery
  decide: ReturnType<typeof useDecision>['decide']
  /** Replaces the button that declines. */
  alternative?: { label: string; run: () => void }
}

/** Sign-in to our own service, and the decision. */
export function AuthorizeForm({ query, decide, alternative }: AuthorizeFormProps) {
  const t = useT('signIn')
  const session = useSessionState()
  const isMadeUp = 'settings' in session && session.settings.demo_people.length > 0
  const form = useEndpointForm({
    body: oauth.authorizeDecision.body,
    initialValues: { login: '', password: '' },
    toBody: ({ login, password }) => ({
      ...query,
      decision: 'allow' as const,
      login: login.trim(),
      password,
    }),
    getErrorMessage: () => t('wrong'),
    getExtraErrors: useLoginErrors(),
  })
  const decline = () => void decide({ ...query, decision: 'deny' })
  return (
    <form noValidate onSubmit={form.submit(decide)}>
      <Stack gap="lg" mt="xl">
        <LoginFields
          login={form.getInputProps('login')}
          password={form.getInputProps('password')}
          autoFocus
          hint={isMadeUp ? t('demoPassword', { password: seedSchoolPassword }) : undefined}
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={form.submitting}>
            {t('allow')}
          </Button>
          <Button variant="subtle" aria-disabled={form.submitting} onClick={alternative?.run ?? decline}>
            {alternative?.label ?? t('decline')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** For `getExtraErrors`. */
export function useLoginErrors() {
  const t = useT('signIn')
  return ({ login, password }: { login: string; password: string }) => ({
    ...(login.trim() === '' && { login: t('loginMissing') }),
    ...(password === '' && { password: t('passwordMissing') }),
  })
}

type LoginFieldsProps = {
  login: GetInputPropsReturnType
  password: GetInputPropsReturnType
  autoFocus?: boolean
  hint?: string | undefined
}

/** Names as password managers expect. */
export function LoginFields({ login, password, autoFocus = false, hint }: LoginFieldsProps) {
  const t = useT('signIn')
  return (
    <>
      <TextInput
        label={t('login')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        {...login}
      />
      <TextInput
        label={t('passwordLabel')}
        name="password"
        type="password"
        autoComplete="current-password"
        description={hint}
        {...password}
      />
    </>
  )
}

const knownScopes = {
  me: { icon: IconUser, messageKey: 'scopeMe' },
  'courses.memberships': { icon: IconUsers, messageKey: 'scopeMemberships' },
  chats: { icon: IconBook2, messageKey: 'scopeChats' },
  'chats.messages': { icon: IconMessage, messageKey: 'scopeMessages' },
} as const
const isKnownScope = (scope: string): scope is keyof typeof knownScopes => scope in knownScopes

/** Unknown scopes share one message. */
export const getScopeMessageKey = (scope: string) =>
  isKnownScope(scope) ? knownScopes[scope].messageKey : 'scopeOther'

export function ScopeList({ scopes }: { scopes: readonly string[] }) {
  const t = useT('signIn')
  return (
    <ul className={styles.list}>
      {scopes.map(scope => {
        const Icon = isKnownScope(scope) ? knownScopes[scope].icon : IconQuestionMark
        return (
          <li key={scope}>
            <Icon aria-hidden />
            <span>{t(getScopeMessageKey(scope))}</span>
            <code>{scope}</code>
          </li>
        )
      })}
    </ul>
  )
}

export function PasswordLine() {
  const t = useT('signIn')
  return (
    <Group component="p" gap="sm" wrap="nowrap" align="start" mt="lg" fz="sm" lh="sm" c="var(--text-3)">
      <IconLock aria-hidden style={{ width: '1rem', marginTop: 1 }} />
      <span>{t('password')}</span>
    </Group>
  )
}
