import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconBook2, IconLock, IconMessage, IconQuestionMark, IconUser, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../api/client/ApiError.ts'
import type { Input } from '../../contract/endpoint.ts'
import { oauth } from '../../contract/oauth.ts'
import { useErrorSentence } from '../../i18n/useErrorSentence.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useEndpointForm } from '../../ui/inputs/useEndpointForm.ts'
import { seedSchoolPassword, useApp, useSessionState } from '../AppContext.tsx'
import type { AuthorizeQuery } from './authorizeQuery.ts'
import styles from './SignIn.module.css'

type AuthorizeFormProps = {
  query: AuthorizeQuery
  /** Login name to begin with. */
  login: string
  /** Where the service sends the browser next: with a code, or with the refusal. */
  go: (redirectTo: string) => void
  /** Set where the application names no scopes: what the person allowed before is shown to them first. */
  before?: { isShown: boolean; show: (scopes: string[] | undefined) => void }
  /** What the second button does instead of declining. */
  instead?: { label: string; run: () => void }
}

/** Login name and password for our own service, and the decision. */
export function AuthorizeForm({ query, login: suggested, go, before, instead }: AuthorizeFormProps) {
  const t = useT('signIn')
  const said = useErrorSentence()
  const { api } = useApp()
  const session = useSessionState()
  const people = 'settings' in session ? session.settings.demo_people : []
  const madeUp = people.some(person => person.login === suggested)
  const form = useEndpointForm({
    body: oauth.authorizeDecision.body,
    initialValues: { login: suggested, password: madeUp ? seedSchoolPassword : '' },
    toBody: ({ login, password }) => ({
      ...query,
      decision: 'allow' as const,
      login: login.trim(),
      password,
    }),
    sentence: () => t('wrong'),
    alsoWrong: useLoginMissing(),
    // Somebody else allowed something else before.
    onValuesChange: (now, then) => now.login !== then.login && before?.show(undefined),
  })
  const [refused, setRefused] = useState<string>()
  /** Login name of the person who was shown what they allowed before. */
  const [shownTo, setShownTo] = useState<string>()

  const attempt = async (run: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await run()
    } catch (error) {
      // Both names are checked before: what is left of 422 is that they don't fit together.
      const wrong = error instanceof ApiError && error.status === 422
      setRefused(wrong ? t('wrong') : said(error))
    }
  }
  const decide = (body: Input<typeof oauth.authorizeDecision>['body']) =>
    attempt(async () => go((await api.call(oauth.authorizeDecision, { body })).redirect_to))
  const send = form.submit(async body => {
    const { client_id, login, password } = body
    // The submit itself may have read another login name from the field.
    if (!before || (before.isShown && shownTo === login)) return decide(body)
    const asked = { body: { client_id, login, password } }
    await attempt(async () => {
      before.show((await api.call(oauth.allowedBefore, asked)).scopes)
      setShownTo(login)
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
        {refused && (
          <Notice tone="danger" role="alert">
            {refused}
          </Notice>
        )}
        <LoginFields
          login={form.getInputProps('login')}
          password={form.getInputProps('password')}
          autoFocus={!suggested}
          hint={people.length > 0 ? t('demoPassword', { password: seedSchoolPassword }) : undefined}
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={form.submitting}>
            {t(before?.isShown === false ? 'signInFirst' : 'allow')}
          </Button>
          <Button variant="subtle" aria-disabled={form.submitting} onClick={instead?.run ?? decline}>
            {instead?.label ?? t('decline')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What is missing of login name and password, for `alsoWrong` of a form that has both. */
export function useLoginMissing() {
  const t = useT('signIn')
  return ({ login, password }: { login: string; password: string }) => ({
    ...(login.trim() === '' && { login: t('loginMissing') }),
    ...(password === '' && { password: t('passwordMissing') }),
  })
}

type LoginFieldsProps = {
  /** What the form gives its fields. */
  login: GetInputPropsReturnType
  password: GetInputPropsReturnType
  autoFocus?: boolean
  /** Below the password. */
  hint?: string | undefined
}

/** Login name and password, as a password manager knows them. */
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
    <Group component="p" gap="sm" wrap="nowrap" align="start" mt="lg" fz="sm" lh="sm" c="var(--text-3)">
      <IconLock aria-hidden style={{ width: '1rem', marginTop: 1 }} />
      <span>{t('password')}</span>
    </Group>
  )
}
