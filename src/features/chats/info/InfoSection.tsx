import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../../api/client/ApiError.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './ChatInfo.module.css'

type InfoSectionProps = {
  part: 'persons' | 'filesOf'
  count: number | undefined
  list: UseQueryResult
  action?: ReactNode
  children: ReactNode
}

export function InfoSection({ part, count, list, action, children }: InfoSectionProps) {
  const t = useT('chats')
  const format = useFormat()
  return (
    <Stack gap="md" align="flex-start" miw={0}>
      <Text component="h3" w="100%" pb="sm" fw={600} style={{ borderBottom: '1px solid var(--rule-strong)' }}>
        {t(`${part}.title`)}{' '}
        {count !== undefined && (
          <Text span c="var(--text-3)" fw={400} ml="xs">
            {format.number(count)}
          </Text>
        )}
      </Text>
      {action}
      {list.data === undefined || getErrorKind(list) === 'forbidden' ? (
        <ListPlaceholder part={part} list={list} />
      ) : (
        children
      )}
    </Stack>
  )
}

const getErrorKind = ({ error }: UseQueryResult) => (error instanceof ApiError ? error.kind : undefined)

function ListPlaceholder({ part, list }: Pick<InfoSectionProps, 'part' | 'list'>) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const { error } = list
  const kind = getErrorKind(list)
  if (!error || kind === 'signedOut') {
    return (
      <>
        <VisuallyHidden role="status">{t(`${part}.loading`)}</VisuallyHidden>
        {['9rem', '7rem', '8rem'].map(width => (
          <div key={width} className={styles.row}>
            <Skeleton width={width} />
          </div>
        ))}
      </>
    )
  }
  const message = `${t(`${part}.failed`)} ${formatError(error, tErrors, format.time)}`
  if (kind === 'forbidden') return <Text c="dimmed">{message}</Text>
  const retry = { label: tErrors('tryAgain'), run: () => void list.refetch() }
  return (
    <Notice tone="danger" role="alert" action={retry}>
      {message}
    </Notice>
  )
}

type PagedListProps<Entry> = {
  label: string
  entries: readonly Entry[]
  pageSize: number
  children: (entry: Entry) => ReactNode
  getKey: (entry: Entry) => string | number
}

export function PagedList<Entry>({ label, entries, pageSize, children, getKey }: PagedListProps<Entry>) {
  const t = useT('chats')
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const list = useRef<HTMLUListElement>(null)
  const remaining = entries.length - visibleCount
  const showMore = () => {
    flushSync(() => setVisibleCount(visibleCount + pageSize))
    // The button may be removed. Focus the first new entry.
    const first = list.current?.children[visibleCount]
    if (first instanceof HTMLElement) first.focus()
  }
  return (
    <>
      <Box component="ul" w="100%" aria-label={label} ref={list}>
        {entries.slice(0, visibleCount).map(entry => (
          <li key={getKey(entry)} tabIndex={-1}>
            {children(entry)}
          </li>
        ))}
      </Box>
      {remaining > 0 && (
        <Button size="sm" onClick={showMore}>
          {t('more', { count: remaining })}
        </Button>
      )}
    </>
  )
}
