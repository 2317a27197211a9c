import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { oauth } from '../../contract/oauth.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { AuthorizeForm, PasswordLine, ScopeList } from './AuthorizeForm.tsx'
import { readAuthorizeQuery } from './authorizeQuery.ts'
import { MadeUpPeople } from './MadeUpPeople.tsx'
import { useFollowRedirect, useMadeUpSignIn } from './madeUpSignIn.ts'
import styles from './SignIn.module.css'
import { NoSignIn, SignInPage } from './SignInPage.tsx'

/** Authorize page of our own service. An invalid request shows an error page and never redirects (rule 35). */
export function AuthorizeScreen() {
  const t = useT('signIn')
  const follow = useFollowRedirect()
  const [address] = useSearchParams()
  const { query: asked, login } = readAuthorizeQuery(address)
  const [before, setBefore] = useState<string[]>()
  const madeUp = useMadeUpSignIn(() => asked)
  const request = useQuery({ ...query(oauth.authorizeRequest, asked), staleTime: 0, gcTime: 0 })
  if (request.isError) return <RefusedRequest error={request.error} retry={() => void request.refetch()} />
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
            query={asked}
            login={login}
            go={redirectTo => void follow(redirectTo)}
            {...(asked.scopes === undefined && {
              before: { isShown: before !== undefined, show: setBefore },
            })}
          />
          {madeUp.refused !== undefined && (
            <Box mt="xl">
              <Notice tone="danger" role="alert">
                {madeUp.refused}
              </Notice>
            </Box>
          )}
          {asked.scopes !== undefined && (
            // Without scopes, the user must first see what they allowed before. That takes two steps.
            <MadeUpPeople title={t('allowAs')} signingIn={madeUp.signingIn} signInAs={madeUp.signInAs} />
          )}
          <h2>{t('itMay', { application: request.data.application })}</h2>
          <WhatItGets
            scopes={asked.scopes === undefined ? before : request.data.scopes}
            isAsBefore={asked.scopes === undefined}
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
 * Scopes that the application gets. If it names no scopes, it gets those that the user allowed it before. They are
 * known only after the sign-in.
 */
function WhatItGets({ scopes, isAsBefore }: { scopes: string[] | undefined; isAsBefore: boolean }) {
  const t = useT('signIn')
  if (!scopes) return <p className={styles.lead}>{t('asBefore')}</p>
  if (scopes.length === 0)
    return <p className={styles.lead}>{t(isAsBefore ? 'nothingBefore' : 'nothingAsked')}</p>
  return (
    <>
      {isAsBefore && (
        <p className={styles.lead} role="status">
          {t('allowedBefore')}
        </p>
      )}
      <ScopeList scopes={scopes} />
    </>
  )
}

function RefusedRequest({ error, retry }: { error: Error; retry: () => void }) {
  const t = useT('signIn')
  const errors = useT('errors')
  const { time } = useFormat()
  const status = error instanceof ApiError ? error.status : undefined
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 429
  const said = error instanceof ApiError ? error.said : undefined
  return (
    <NoSignIn
      icon={<IconAlertTriangle aria-hidden />}
      title={t('requestRefusedTitle')}
      actions={!refused && <Button onClick={retry}>{t('tryAgain')}</Button>}
    >
      <p>{refused ? t('requestRefusedLead') : errorSentence(error, errors, time)}</p>
      {refused && said && <p>{t('requestRefusedWhy', { message: said })}</p>}
    </NoSignIn>
  )
}
