import { ActionIcon, Group, Paper, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconLock, IconTrashX, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { permissions } from '../../contract/permissions.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { ContentRef } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx'
import { Drawer } from '../../ui/layout/Drawer.tsx'
import styles from './Access.module.css'
import { AccessList } from './AccessList.tsx'
import { useContentInfo } from './contentInfo.ts'
import { grantsInput } from './permissionWrites.ts'

type AccessDrawerProps = {
  resource: ContentRef
  /** Class of the page under the drawer. */
  courseId: number | undefined
  onClose: () => void
  /** The content or the user's own access is deleted. */
  onAccessLost: (message: string) => void
}

export function AccessDrawer(props: AccessDrawerProps) {
  const { resource, courseId, onClose, onAccessLost } = props
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  const content = useContentInfo(resource, courseId)
  // Decisions depend on the current access.
  const list = useQuery({ ...query(permissions.list, grantsInput(resource)), refetchOnMount: 'always' })
  return (
    <Drawer
      title={t('title', { name: content.short })}
      lead={content.line}
      close={{ label: t('close'), run: onClose }}
      hasAddress
    >
      <div className={styles.body}>{renderBody()}</div>
    </Drawer>
  )

  function renderBody() {
    const { data, error } = list
    const kind = error instanceof ApiError ? error.kind : undefined
    if (error && kind === 'forbidden') {
      return (
        <EmptyState icon={<IconLock aria-hidden />} title={t('forbidden.title')}>
          {formatError(error, tErrors, format.time)}
        </EmptyState>
      )
    }
    if (kind === 'notFound') {
      return (
        <EmptyState icon={<IconTrashX aria-hidden />} title={t('missing.title')}>
          {t('missing.lead')}
        </EmptyState>
      )
    }
    if (data) {
      const { rows, unreadable } = data
      const listProps = { resource, content, rows, unreadable, onAccessLost }
      return <AccessList {...listProps} fetchError={error ?? undefined} />
    }
    if (error && kind !== 'signedOut') {
      return (
        <LoadFailed
          title={t('failed')}
          reason={formatError(error, tErrors, format.time)}
          retry={{ label: tErrors('tryAgain'), run: () => void list.refetch() }}
        />
      )
    }
    return (
      <>
        <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
        <ul className={styles.list} aria-hidden>
          {['9rem', '7rem', '8rem'].map(width => (
            <li key={width} className={styles.row}>
              <Skeleton width="1.75rem" height="1.75rem" />
              <Skeleton width={width} />
            </li>
          ))}
        </ul>
      </>
    )
  }
}

/** Long enough to read the message twice. */
const messageDurationMs = 12_000

/** Message on the page to which the app has navigated. */
export function AccessLostMessage({ message, onClose }: { message: string; onClose: () => void }) {
  const t = useT('access')
  const handleTimeout = useEffectEvent(onClose)
  useEffect(() => {
    const timer = setTimeout(handleTimeout, messageDurationMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Paper
      className={styles.gone}
      bg="var(--paper-float)"
      p="sm"
      pl="lg"
      shadow="md"
      radius="lg"
      role="alert"
    >
      <Group gap="md" wrap="nowrap" justify="space-between">
        <p>{message}</p>
        <ActionIcon variant="subtle" size="sm" aria-label={t('gone.close')} onClick={onClose}>
          <IconX aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  )
}
