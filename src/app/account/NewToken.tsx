import { Box, Button, Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { write } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { scopes } from '../../contract/endpoint.ts'
import {
  defaultPersonalTokenDays,
  maxPersonalTokens,
  oauth,
  personalTokenDays,
} from '../../contract/oauth.ts'
import { useFormatError } from '../../i18n/useFormatError.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { useEndpointForm } from '../../ui/inputs/useEndpointForm.ts'
import { useSingleAction } from '../../ui/inputs/useSingleAction.ts'
import { useApp, useSessionState } from '../AppContext.tsx'
import { getScopeMessageKey, LoginFields, useLoginErrors } from '../signIn/AuthorizeForm.tsx'
import styles from './Tokens.module.css'

/** Creates a token and shows it once. Requires the password, so that an unattended page can't create one (rule 40). */
export function NewToken() {
  const t = useT('tokens')
  const tSignIn = useT('signIn')
  const formatReason = useFormatError()
  const state = useSessionState()
  const { api } = useApp()
  const create = useMutation({
    ...write(oauth.createPersonalToken),
    mutationFn: input => {
      const { login, password } = form.getValues()
      return api.call(oauth.createPersonalToken, input, { as: { login: login.trim(), password } })
    },
    // The response contains the token.
    gcTime: 0,
  })
  const runOnce = useSingleAction()
  const grantedScopes = 'settings' in state ? state.settings.scopes : []
  const getLoginErrors = useLoginErrors()
  const form = useEndpointForm({
    body: oauth.createPersonalToken.body,
    initialValues: {
      name: '',
      scopes: ['me'],
      expires_in_days: String(defaultPersonalTokenDays),
      login: '',
      password: '',
    },
    toBody: ({ name, scopes: chosen, expires_in_days }) => ({
      name: name.trim(),
      scopes: scopes.filter(scope => chosen.includes(scope)),
      expires_in_days: Number(expires_in_days),
    }),
    getErrorMessage: () => t('nameMissing'),
    getExtraErrors: getLoginErrors,
  })

  const formatRefusal = (error: Error) => {
    if (error instanceof ApiError && error.kind === 'conflict')
      return t('tooMany', { most: String(maxPersonalTokens) })
    const isWrongPassword = error instanceof ApiError && error.kind === 'forbidden' && error.status === 401
    return isWrongPassword ? tSignIn('wrong') : formatReason(error)
  }

  if (create.data?.token) {
    return <NewTokenValue token={create.data.token} onDone={create.reset} />
  }
  return (
    <form
      noValidate
      onSubmit={form.submit(body => {
        runOnce(() => create.mutateAsync({ body }, { onSuccess: form.reset }))
      })}
    >
      <Stack gap="lg">
        <h2 className={styles.heading}>{t('newTitle')}</h2>
        {create.isError && (
          <Notice tone="danger" role="alert">
            {formatRefusal(create.error)}
          </Notice>
        )}
        <TextInput label={t('name')} autoComplete="off" maxLength={200} {...form.getInputProps('name')} />
        <Checkbox.Group label={t('scopes')} {...form.getInputProps('scopes')}>
          {scopes
            .filter(scope => grantedScopes.includes(scope))
            .map(scope => (
              <Checkbox
                key={scope}
                className={styles.option ?? ''}
                value={scope}
                label={
                  <>
                    {tSignIn(getScopeMessageKey(scope))} <code>{scope}</code>
                  </>
                }
              />
            ))}
        </Checkbox.Group>
        <Radio.Group label={t('life')} {...form.getInputProps('expires_in_days')}>
          {personalTokenDays.map(days => (
            <Radio
              key={days}
              className={styles.option ?? ''}
              value={String(days)}
              label={t('days', { days })}
            />
          ))}
        </Radio.Group>
        <Stack component="fieldset" gap="lg">
          <Box component="legend" mb="sm" c="dimmed">
            {t('passwordAgain')}
          </Box>
          <LoginFields login={form.getInputProps('login')} password={form.getInputProps('password')} />
        </Stack>
        <Button
          type="submit"
          variant="filled"
          aria-disabled={create.isPending}
          style={{ alignSelf: 'start' }}
        >
          {t('create')}
        </Button>
      </Stack>
    </form>
  )
}

/** Shows the token, which no later response contains. */
function NewTokenValue({ token, onDone }: { token: string; onDone: () => void }) {
  const t = useT('tokens')
  const { copy, copied, error } = useClipboard({ timeout: 2 ** 31 - 1 })
  return (
    <Stack component="section" gap="lg">
      <Notice tone="warn" role="status">
        {t.rich('shownOnce', { b: text => <b>{text}</b> })}
      </Notice>
      <TextInput
        label={t('token')}
        readOnly
        autoFocus
        value={token}
        error={error ? t('notCopied') : undefined}
        onFocus={event => event.target.select()}
      />
      <Group gap="sm">
        <Button variant="filled" onClick={() => copy(token)}>
          {copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
          {t(copied ? 'copied' : 'copy')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
