import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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
import { DemoUserList } from './DemoUserList.tsx'
import { useDemoSignIn, useFollowRedirect } from './demoSignIn.ts'
import styles from './SignIn.module.css'
import { SignInError, SignInPage } from './SignInPage.tsx'

/** Authorize page of our own service. An invalid request shows an error page and never redirects (rule 35). */
export function AuthorizeScreen() {
  const t = useT('signIn')
  const followRedirect = useFollowRedirect()
  const [searchParams] = useSearchParams()
  const { query: authorizeRequest, login } = readAuthorizeQuery(searchParams)
  const [priorScopes, setPriorScopes] = useState<string[]>()
  const demoSignIn = useDemoSignIn(() => authorizeRequest)
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
          <AuthorizeForm
            key={login}
            query={authorizeRequest}
            login={login}
            onRedirect={redirectTo => void followRedirect(redirectTo)}
            {...(authorizeRequest.scopes === undefined && {
              priorAccess: { isShown: priorScopes !== undefined, show: setPriorScopes },
            })}
          />
          {demoSignIn.errorMessage !== undefined && (
            <Box mt="xl">
              <Notice tone="danger" role="alert">
                {demoSignIn.errorMessage}
              </Notice>
            </Box>
          )}
          {authorizeRequest.scopes !== undefined && (
            // Signing in here allows the requested scopes in one step. Without them, the user first sees the allowed ones.
            <DemoUserList
              title={t('allowAs')}
              signingIn={demoSignIn.signingIn}
              signInAs={demoSignIn.signInAs}
            />
          )}
          <h2>{t('itMay', { application: request.data.application })}</h2>
          <GrantedAccess
            scopes={authorizeRequest.scopes === undefined ? priorScopes : request.data.scopes}
            isPriorAccess={authorizeRequest.scopes === undefined}
          />
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

/**
 * Without requested scopes, the application gets those that the user has already allowed. Only a signed-in user can
 * read them.
 */
function GrantedAccess({ scopes, isPriorAccess }: { scopes: string[] | undefined; isPriorAccess: boolean }) {
  const t = useT('signIn')
  if (!scopes) return <p className={styles.lead}>{t('asBefore')}</p>
  if (scopes.length === 0)
    return <p className={styles.lead}>{t(isPriorAccess ? 'nothingBefore' : 'nothingAsked')}</p>
  return (
    <>
      {isPriorAccess && (
        <p className={styles.lead} role="status">
          {t('allowedBefore')}
        </p>
      )}
      <ScopeList scopes={scopes} />
    </>
  )
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
