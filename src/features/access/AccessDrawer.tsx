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
import type { AccessOf } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx'
import { Drawer } from '../../ui/layout/Drawer.tsx'
import styles from './Access.module.css'
import { AccessList } from './AccessList.tsx'
import { isNotOffered, upcomingOf } from './accessWords.ts'
import { useContentWords } from './contentWords.ts'
import { grantsInput } from './permissionWrites.ts'

type AccessDrawerProps = {
  of: AccessOf
  /** The class of the page under the drawer, if there is one. */
  courseId: number | undefined
  /** ID of a person who is chosen to be added when the drawer opens. */
  toAdd?: number | undefined
  close: () => void
  /** Called when the content was deleted or the user has lost their own access. `said`: message about it. */
  gone: (said: string) => void
}

/** Drawer that shows and changes the access to content. It fetches the name of the content itself. */
export function AccessDrawer({ of, courseId, toAdd, close, gone }: AccessDrawerProps) {
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  const content = useContentWords(of, courseId)
  // Fetch again when the drawer opens, because decisions depend on the current access.
  const list = useQuery({ ...query(permissions.list, grantsInput(of)), refetchOnMount: 'always' })
  return (
    <Drawer
      title={t('title', { name: content.short })}
      lead={content.line}
      close={{ label: t('close'), run: close }}
    >
      <div className={styles.body}>{inside()}</div>
    </Drawer>
  )

  function inside() {
    const { data, error } = list
    const kind = error instanceof ApiError ? error.kind : undefined
    if (isNotOffered(error, of.field)) return <p role="alert">{t(`upcoming.${upcomingOf(content.kind)}`)}</p>
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
      return <AccessList {...{ of, content, rows, unreadable, toAdd, gone }} stale={error ?? undefined} />
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

/** Duration of the message, in ms. Long enough to read it twice. */
const shown = 12_000

/** Message over the page to which the app has navigated, with the reason. */
export function AccessGone({ said, close }: { said: string; close: () => void }) {
  const t = useT('access')
  const end = useEffectEvent(close)
  useEffect(() => {
    const timer = setTimeout(end, shown)
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
        <p>{said}</p>
        <ActionIcon variant="subtle" size="sm" aria-label={t('gone.close')} onClick={close}>
          <IconX aria-hidden />
        </ActionIcon>
      </Group>
    </Paper>
  )
}
