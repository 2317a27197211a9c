import { Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconAlertTriangle, IconMapQuestion, IconRefresh, IconReload } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ComponentProps, use, useMemo } from 'react'
import { isRouteErrorResponse, Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { ApiError } from '../api/client/ApiError.ts'
import { DeliveryProvider } from '../delivery/DeliveryContext.ts'
import { formatError } from '../i18n/formatError.ts'
import { texts } from '../i18n/texts.ts'
import { useFormat } from '../i18n/useFormat.ts'
import { useT } from '../i18n/useT.ts'
import { ChunkLoadError } from '../lib/loadChunk.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { ScreenHeader } from '../ui/layout/ScreenHeader.tsx'
import styles from './shell/Shell.module.css'

/** Replaces a screen whose loader or rendering failed. */
export function ErrorScreen() {
  const error = useRouteError()
  const t = useT('errors')
  const { time } = useFormat()
  const { reset } = useQueryErrorResetBoundary()
  const navigate = useNavigate()
  const delivery = use(DeliveryProvider)
  const currentLocation = useLocation()
  // Evaluated when the error occurs: if the network returns later, there need not be a new version.
  const shouldReload = useMemo(() => error instanceof ChunkLoadError && navigator.onLine, [error])
  const retry = () => {
    reset()
    texts.clearFailures()
    // Navigating to the same address runs the loaders again and clears the error.
    navigate(currentLocation, { replace: true, state: currentLocation.state })
  }
  // As lazy parts and lists do.
  const needsNetwork = error instanceof ApiError ? error.kind === 'offline' : error instanceof ChunkLoadError
  useWindowEvent('online', () => needsNetwork && !shouldReload && retry())
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  const title = shouldReload ? t('chunkTitle') : t('title')
  const reload = async () => {
    // Saves the text typed in the last 500 ms.
    await delivery
      ?.current()
      ?.drafts.flush()
      .catch(() => undefined)
    location.reload()
  }
  return (
    <ScreenMessage
      tone={shouldReload ? 'quiet' : 'danger'}
      icon={shouldReload ? <IconReload aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={title}
      actions={
        <>
          <Button
            variant={shouldReload ? 'filled' : 'default'}
            onClick={shouldReload ? () => void reload() : retry}
            leftSection={<IconRefresh aria-hidden />}
          >
            {shouldReload ? t('reload') : t('tryAgain')}
          </Button>
          {!shouldReload && (
            <Button component={Link} variant="subtle" to={paths.home()}>
              {t('home')}
            </Button>
          )}
        </>
      }
    >
      <p>
        {shouldReload && t('chunkLead')}
        {error instanceof ChunkLoadError && !shouldReload && t('offline')}
        {!(error instanceof ChunkLoadError) && formatError(error, t, time)}
      </p>
    </ScreenMessage>
  )
}

type ScreenMessageProps = { heading?: string } & Omit<ComponentProps<typeof EmptyState>, 'heading'>

/** `heading` defaults to the title of the message. */
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
