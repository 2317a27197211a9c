import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconBook2, IconLock, IconMessage, IconQuestionMark, IconUser, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Input } from '../../contract/endpoint.ts'
import { oauth } from '../../contract/oauth.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useEndpointForm } from '../../ui/inputs/useEndpointForm.ts'
import { seedSchoolPassword, useApp, useSessionState } from '../AppContext.tsx'
import type { AuthorizeQuery } from './authorizeQuery.ts'
import styles from './SignIn.module.css'

type AuthorizeFormProps = {
  query: AuthorizeQuery
  login: string
  /** Opens the URL to which the service redirects, with a code or a refusal. */
  onRedirect: (redirectTo: string) => void
  /**
   * Set if the application names no scopes. Then the form first shows the scopes that the user has already allowed.
   */
  priorAccess?: { isShown: boolean; show: (scopes: string[] | undefined) => void }
  /** Replaces the button that declines. */
  alternative?: { label: string; run: () => void }
}

/** Sign-in to our own service, and the decision. */
export function AuthorizeForm({
  query,
  login: suggestedLogin,
  onRedirect,
  priorAccess,
  alternative,
}: AuthorizeFormProps) {
  const t = useT('signIn')
  const formatReason = useFormatError()
  const { api } = useApp()
  const session = useSessionState()
  const people = 'settings' in session ? session.settings.demo_people : []
  const isDemoUser = people.some(person => person.login === suggestedLogin)
  const form = useEndpointForm({
    body: oauth.authorizeDecision.body,
    initialValues: { login: suggestedLogin, password: isDemoUser ? seedSchoolPassword : '' },
    toBody: ({ login, password }) => ({
      ...query,
      decision: 'allow' as const,
      login: login.trim(),
      password,
    }),
    getErrorMessage: () => t('wrong'),
    getExtraErrors: useLoginErrors(),
    // Another user may have allowed other scopes.
    onValuesChange: (values, previous) => values.login !== previous.login && priorAccess?.show(undefined),
  })
  const [errorText, setErrorText] = useState<string>()
  /** Login name of the user who has seen the scopes allowed before. */
  const [shownLogin, setShownLogin] = useState<string>()

  const attempt = async (run: () => Promise<void>) => {
    setErrorText(undefined)
    try {
      await run()
    } catch (error) {
      // Both fields are filled in, so a 422 means that they do not match.
      const isWrongLogin = error instanceof ApiError && error.status === 422
      setErrorText(isWrongLogin ? t('wrong') : formatReason(error))
    }
  }
  const decide = (body: Input<typeof oauth.authorizeDecision>['body']) =>
    attempt(async () => onRedirect((await api.call(oauth.authorizeDecision, { body })).redirect_to))
  const send = form.submit(async body => {
    const { client_id, login, password } = body
    // Use the submitted values. A password manager may have changed the login name without an event.
    if (!priorAccess || (priorAccess.isShown && shownLogin === login)) return decide(body)
    const request = { body: { client_id, login, password } }
    await attempt(async () => {
      priorAccess.show((await api.call(oauth.allowedBefore, request)).scopes)
      setShownLogin(login)
    })
  })

  const decline = () => {
    if (form.submitting) return
    form.setSubmitting(true)
    void decide({ ...query, decision: 'deny' }).finally(() => form.setSubmitting(false))
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack gap="lg" mt="xl">
        {errorText && (
          <Notice tone="danger" role="alert">
            {errorText}
          </Notice>
        )}
        <LoginFields
          login={form.getInputProps('login')}
          password={form.getInputProps('password')}
          autoFocus={!suggestedLogin}
          hint={people.length > 0 ? t('demoPassword', { password: seedSchoolPassword }) : undefined}
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={form.submitting}>
            {t(priorAccess?.isShown === false ? 'signInFirst' : 'allow')}
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
