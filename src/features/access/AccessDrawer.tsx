import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import { ActionIcon, Group, Paper, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconLock, IconTrashX, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { permissions } from '../../contract/permissions.ts'
import { errorSentence } from '../../i18n/errorSentence.ts'
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
  /** The class whose page is under the drawer, where there is one. */
  courseId: number | undefined
  close: () => void
  /** The content was deleted, or the reader has no access of their own any more; `said` tells which. */
  gone: (said: string) => void
}

/** Who has access to a piece of content, and changing it. It finds out by itself what the content is called. */
export function AccessDrawer({ of, courseId, close, gone }: AccessDrawerProps) {
  const t = useT('access')
  const tErrors = useT('errors')
  const format = useFormat()
  const content = useContentWords(of, courseId)
  // Read anew when it opens: what is decided here goes by who has access now.
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
          {errorSentence(error, tErrors, format.time)}
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
      return <AccessList {...{ of, content, rows, unreadable, gone }} stale={error ?? undefined} />
    }
    if (error && kind !== 'signedOut') {
      return (
        <LoadFailed
          title={t('failed')}
          reason={errorSentence(error, tErrors, format.time)}
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

/** Long enough (ms) to be read twice. */
const shown = 12_000

/** Says, over the page one was led to, why one is not where one was. */
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
