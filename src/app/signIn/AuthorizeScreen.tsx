import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { oauth } from '../../contract/oauth.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { AuthorizeForm, PasswordLine, ScopeList } from './AuthorizeForm.tsx'
import { readAuthorizeQuery } from './authorizeQuery.ts'
import { MadeUpPeople } from './MadeUpPeople.tsx'
import styles from './SignIn.module.css'
import { SignInError, SignInPage } from './SignInPage.tsx'
import { useDecision } from './useDecision.ts'

/** Authorize page of our own service. An invalid request shows an error page and never redirects (rule 35). */
export function AuthorizeScreen() {
  const t = useT('signIn')
  const [searchParams] = useSearchParams()
  const authorizeRequest = readAuthorizeQuery(searchParams)
  const { decide, signInAs, pendingLogin, errorMessage } = useDecision()
  const request = useQuery({ ...query(oauth.authorizeRequest, authorizeRequest), staleTime: 0, gcTime: 0 })
  if (request.isError) return <RequestError error={request.error} retry={() => void request.refetch()} />
  return (
    <SignInPage documentTitle={t('authorizeDocumentTitle')}>
      <h1>{t('authorizeTitle')}</h1>
      {request.data ? (
        <>
          <p className={styles.lead}>
            {t.rich('authorizeLead', {
              application: request.data.application,
              service: location.host,
              b: text => <b>{text}</b>,
            })}
          </p>
          {errorMessage !== undefined && (
            <Notice tone="danger" role="alert">
              {errorMessage}
            </Notice>
          )}
          <AuthorizeForm query={authorizeRequest} decide={decide} />
          <MadeUpPeople
            title={t('allowAs')}
            pendingLogin={pendingLogin}
            onChoose={login => signInAs(authorizeRequest, login)}
          />
          <h2>{t('itMay', { application: request.data.application })}</h2>
          <GrantedAccess scopes={authorizeRequest.scopes === undefined ? undefined : request.data.scopes} />
          <PasswordLine />
          <Text size="sm" c="dimmed" mt="lg">
            {t('goesTo', { host: new URL(request.data.redirect_uri).host })}
          </Text>
        </>
      ) : (
        <Stack gap="lg" mt="xl">
          <VisuallyHidden role="status">{t('signingIn')}</VisuallyHidden>
          <Skeleton width="80%" />
          <Skeleton width="60%" />
        </Stack>
      )}
    </SignInPage>
  )
}

/** Without requested scopes, the application gets those that the user has already allowed. */
function GrantedAccess({ scopes }: { scopes: string[] | undefined }) {
  const t = useT('signIn')
  if (scopes && scopes.length > 0) return <ScopeList scopes={scopes} />
  return <p className={styles.lead}>{t(scopes ? 'nothingAsked' : 'asBefore')}</p>
}

function RequestError({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT('signIn')
  const errors = useT('errors')
  const { time } = useFormat()
  const status = error instanceof ApiError ? error.status : undefined
  const isRefused = status !== undefined && status >= 400 && status < 500 && status !== 429
  const serviceMessage = error instanceof ApiError ? error.serviceMessage : undefined
  return (
    <SignInError
      icon={<IconAlertTriangle aria-hidden />}
      title={t('requestRefusedTitle')}
      actions={!isRefused && <Button onClick={retry}>{t('tryAgain')}</Button>}
    >
      <p>{isRefused ? t('requestRefusedLead') : formatError(error, errors, time)}</p>
      {isRefused && serviceMessage && <p>{t('requestRefusedWhy', { message: serviceMessage })}</p>}
    </SignInError>
  )
}
