import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconBook2, IconLock, IconMessage, IconQuestionMark, IconUser, IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { ApiError } from '../../api/client/ApiError.ts'
import { oauth } from '../../contract/oauth.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { seedSchoolPassword, useApp, useSessionState } from '../AppContext.tsx'
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
  const errors = useT('errors')
  const { time } = useFormat()
  const { api } = useApp()
  const session = useSessionState()
  const people = 'settings' in session ? session.settings.demo_people : []
  const madeUp = people.some(person => person.login === suggested)
  const { login, password, check, fields } = useLogin(suggested, madeUp ? seedSchoolPassword : '')
  const [asking, setAsking] = useState(false)
  const [refused, setRefused] = useState<string>()

  const decide = (decision: 'allow' | 'deny') =>
    attempt(async () => {
      const given = decision === 'allow' ? { login, password } : {}
      const outcome = await api.call(oauth.authorizeDecision, { body: { ...query, decision, ...given } })
      go(outcome.redirect_to)
    })

  const attempt = async (run: () => Promise<void>) => {
    setAsking(true)
    setRefused(undefined)
    try {
      await run()
    } catch (error) {
      // Both names are checked before: what is left of 422 is that they don't fit together.
      const wrong = error instanceof ApiError && error.status === 422
      setRefused(wrong ? t('wrong') : errorSentence(error, errors, time))
    } finally {
      setAsking(false)
    }
  }

  const look = async (show: (scopes: string[]) => void) => {
    const body = { client_id: query.client_id, login, password }
    await attempt(async () => show((await api.call(oauth.allowedBefore, { body })).scopes))
  }

  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!check() || asking) return
        void (before?.isShown === false ? look(before.show) : decide('allow'))
      }}
    >
      <Stack gap="lg" mt="xl">
        {refused && (
          <Notice tone="danger" role="alert">
            {refused}
          </Notice>
        )}
        <LoginFields
          fields={fields}
          autoFocus={!suggested}
          hint={people.length > 0 ? t('demoPassword', { password: seedSchoolPassword }) : undefined}
          onName={() => before?.show(undefined)}
        />
        <Group gap="sm">
          <Button type="submit" variant="filled" aria-disabled={asking}>
            {t(before?.isShown === false ? 'signInFirst' : 'allow')}
          </Button>
          <Button
            variant="subtle"
            aria-disabled={asking}
            onClick={instead?.run ?? (() => !asking && void decide('deny'))}
          >
            {instead?.label ?? t('decline')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Login name and password as they are typed. `check` says whether both are there, and from then on what is missing. */
export function useLogin(suggested = '', known = '') {
  const [name, setName] = useState(suggested)
  const [password, setPassword] = useState(known)
  const [checked, setChecked] = useState(false)
  const login = name.trim()
  const check = () => {
    setChecked(true)
    return login !== '' && password !== ''
  }
  const clear = () => {
    setPassword('')
    setChecked(false)
  }
  return { login, password, check, clear, fields: { name, setName, password, setPassword, checked } }
}

type LoginFieldsProps = {
  fields: ReturnType<typeof useLogin>['fields']
  autoFocus?: boolean
  /** Below the password. */
  hint?: string | undefined
  /** The name is another one. */
  onName?: () => void
}

/** Login name and password, as a password manager knows them. */
export function LoginFields({ fields, autoFocus = false, hint, onName }: LoginFieldsProps) {
  const t = useT('signIn')
  const { name, setName, password, setPassword, checked } = fields
  return (
    <>
      <TextInput
        label={t('login')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        value={name}
        error={checked && !name.trim() ? t('loginMissing') : undefined}
        onChange={event => {
          setName(event.target.value)
          onName?.()
        }}
      />
      <TextInput
        label={t('passwordLabel')}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        error={checked && !password ? t('passwordMissing') : undefined}
        description={hint}
        onChange={event => setPassword(event.target.value)}
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

/** What an application brings to the authorize page (api.md § Authorisation and token). */
type AuthorizeQuery = {
  client_id: string
  redirect_uri?: string
  scopes?: string
  state?: string
}

/** Reads it from the page's address, with the login name the sign-in page may suggest. */
export function readAuthorizeQuery(address: URLSearchParams): { query: AuthorizeQuery; login: string } {
  const given = (name: 'redirect_uri' | 'scopes' | 'state') => {
    const value = address.get(name)
    return value === null ? {} : { [name]: value }
  }
  return {
    query: {
      client_id: address.get('client_id') ?? '',
      ...given('redirect_uri'),
      ...given('scopes'),
      ...given('state'),
    },
    login: address.get('login_hint') ?? '',
  }
}
