import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconAlertTriangle, IconMapQuestion, IconRefresh, IconReload } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ComponentProps, use, useMemo } from 'react'
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError } from '../api/client/ApiError.ts'
import { errorSentence } from '../i18n/errorSentence.ts'
import { texts } from '../i18n/texts.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useT } from '../i18n/useT.ts'
import { ChunkMissing } from '../lib/lazyChunk.ts'
import { OutboxProvider } from '../outbox/OutboxContext.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx'
import styles from './shell/Shell.module.css'

/** What a screen becomes when its loader or its rendering fails: what failed, and the ways on. */
export function ErrorScreen() {
  const error = useRouteError()
  const t = useT('errors')
  const { time } = useFormat()
  const { reset } = useQueryErrorResetBoundary()
  const navigate = useNavigate()
  const outbox = use(OutboxProvider)
  const here = useLocation()
  // As it was when it failed: that the network is back since does not mean that there is something new.
  const renewed = useMemo(() => error instanceof ChunkMissing && navigator.onLine, [error])
  const retry = () => {
    reset()
    texts.forgetFailures()
    // The same address once more: the route's loaders run again and its error is cleared.
    navigate(here, { replace: true, state: here.state })
  }
  // What failed for want of a network comes with it, as parts and lists do.
  const wantsNetwork = error instanceof ApiError ? error.kind === 'offline' : error instanceof ChunkMissing
  useWindowEvent('online', () => wantsNetwork && !renewed && retry())
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  const title = renewed ? t('chunkTitle') : t('title')
  const reload = async () => {
    // What was typed last may still wait for its half second.
    await outbox
      ?.opened()
      ?.drafts.flush()
      .catch(() => undefined)
    location.reload()
  }
  return (
    <ScreenMessage
      tone={renewed ? 'quiet' : 'danger'}
      icon={renewed ? <IconReload aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
      actions={
        <>
          <Button
            variant={renewed ? 'filled' : 'default'}
            onClick={renewed ? () => void reload() : retry}
            leftSection={<IconRefresh aria-hidden />}
          >
            {renewed ? t('reload') : t('tryAgain')}
          </Button>
          {!renewed && (
            <Button component={Link} variant="subtle" to={paths.home()}>
              {t('home')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {renewed && t('chunkLead')}
        {error instanceof ChunkMissing && !renewed && t('offline')}
        {!(error instanceof ChunkMissing) && errorSentence(error, t, time)}
      </p>
    </ScreenMessage>
  )
}

type ScreenMessageProps = { heading?: string } & Omit<ComponentProps<typeof EmptyState>, 'heading'>

/** A screen with nothing but words on it, under `heading` or their own title. */
export function ScreenMessage({ heading, ...message }: ScreenMessageProps) {
  return (
    <div className={styles.padded}>
      <ScreenHeader title={heading ?? message.title} />
      <EmptyState {...message} />
    </div>
  )
}

function NotFoundScreen() {
  const t = useT('errors')
  return (
    <ScreenMessage
      icon={<IconMapQuestion aria-hidden />}
      title={t('notFoundTitle')}
      actions={
        <Button component={Link} to={paths.home()}>
          {t('home')}
        </Button>
      }
    >
      <p>{t('notFoundLead')}</p>
    </ScreenMessage>
  )
}
