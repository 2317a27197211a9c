import { Box, Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../../../api/client/ApiError.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import styles from './ChatInfo.module.css'

type InfoSectionProps = {
  part: 'persons' | 'filesOf'
  count: number | undefined
  /** The query of the list. If it has no data, the list is loading or has failed. */
  list: UseQueryResult
  action?: ReactNode
  children: ReactNode
}

/** The people or the files of a chat: their number, and the list or the reason why it is missing. */
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
      {list.data === undefined || kindOf(list) === 'forbidden' ? (
        <NoList part={part} list={list} />
      ) : (
        children
      )}
    </Stack>
  )
}

const kindOf = ({ error }: UseQueryResult) => (error instanceof ApiError ? error.kind : undefined)

function NoList({ part, list }: Pick<InfoSectionProps, 'part' | 'list'>) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const { error } = list
  const kind = kindOf(list)
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
  const said = `${t(`${part}.failed`)} ${errorSentence(error, tErrors, format.time)}`
  if (kind === 'forbidden') return <Text c="dimmed">{said}</Text>
  const again = { label: tErrors('tryAgain'), run: () => void list.refetch() }
  return (
    <Notice tone="danger" role="alert" action={again}>
      {said}
    </Notice>
  )
}

type PagedListProps<Entry> = {
  label: string
  entries: readonly Entry[]
  /** Number of entries that are added at a time. */
  size: number
  children: (entry: Entry) => ReactNode
  keyOf: (entry: Entry) => string | number
}

/** A list that may be long, with a button that shows more entries. */
export function PagedList<Entry>({ label, entries, size, children, keyOf }: PagedListProps<Entry>) {
  const t = useT('chats')
  const [most, setMost] = useState(size)
  const list = useRef<HTMLUListElement>(null)
  const left = entries.length - most
  const showMore = () => {
    flushSync(() => setMost(most + size))
    // The button may no longer exist. Focus the first new entry, which is at its position.
    const first = list.current?.children[most]
    if (first instanceof HTMLElement) first.focus()
  }
  return (
    <>
      <Box component="ul" w="100%" aria-label={label} ref={list}>
        {entries.slice(0, most).map(entry => (
          <li key={keyOf(entry)} tabIndex={-1}>
            {children(entry)}
          </li>
        ))}
      </Box>
      {left > 0 && (
        <Button size="sm" onClick={showMore}>
          {t('more', { count: left })}
        </Button>
      )}
    </>
  )
}
