import { Box, Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconFilterOff, IconMessage, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Chat } from '../../../contract/chats.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadFailed, StaleDataNotice } from '../../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SearchField } from '../../../ui/inputs/SearchField.tsx'
import { findCurrentRow, findRow } from '../../../ui/list/rows.ts'
import { useListNavigation } from '../../../ui/list/useListNavigation.ts'
import { useScrollPosition } from '../../../ui/list/useScrollPosition.ts'
import { WaitingChats } from '../newChat/WaitingChats.tsx'
import { UndeliveredMessages } from '../scheduled/UndeliveredMessages.tsx'
import type { ChatListState } from '../useChats.ts'
import styles from './ChatList.module.css'
import rowStyles from './ChatRow.module.css'
import { ChatRow } from './ChatRow.tsx'
import { useUnsentMarks } from './unsentMarks.ts'

type ChatListProps = {
  list: ChatListState
  visibleChats: readonly Chat[]
  openChatId: number | undefined
  searchText: string
  onSearchTextChange: (text: string) => void
  onOpen: (chat: Chat) => void
  searchField: RefObject<HTMLInputElement | null>
  /** In px. On phones the list is unmounted while a chat is open. */
  scrollPosition: { current: number }
}

export function ChatList(props: ChatListProps) {
  const {
    list,
    visibleChats,
    openChatId,
    searchText,
    onSearchTextChange,
    onOpen,
    searchField,
    scrollPosition,
  } = props
  const t = useT('chats')
  const asideRef = useRef<HTMLElement>(null)
  const navigation = useListNavigation({
    containerRef: asideRef,
    attribute: 'data-chat',
    rows: visibleChats,
    getKey: ({ id }) => id,
    currentKey: openChatId,
    onLeave: () => searchField.current?.focus(),
  })

  useScrollPosition(asideRef, scrollPosition)
  useEffect(() => {
    if (openChatId === undefined) return
    void findRow(asideRef.current, 'data-chat', openChatId)?.scrollIntoView({ block: 'nearest' })
  }, [openChatId])

  const handleKeyDown = (event: KeyboardEvent) => {
    if (navigation.getRowAt(event.target)) navigation.handleKeyDown(event)
  }
  const isSearching = searchText.trim() !== ''
  return (
    <aside
      className={styles.list}
      aria-label={t('title')}
      ref={asideRef}
      onKeyDown={handleKeyDown}
      onFocus={navigation.handleFocus}
    >
      {(list.chats.length > 0 || searchText !== '') && (
        // biome-ignore lint/a11y/useSemanticElements: some supported browsers lack <search>.
        <div className={styles.search} role="search">
          <SearchField
            ref={searchField}
            label={t('search')}
            aria-keyshortcuts="/"
            value={searchText}
            onTextChange={onSearchTextChange}
            onEnter={() => isSearching && visibleChats[0] && onOpen(visibleChats[0])}
            onArrowDown={() => navigation.focusIndex(0)}
            onEscape={() => findCurrentRow(asideRef.current)?.focus()}
          />
          <VisuallyHidden role="status">
            {isSearching && t('found', { count: visibleChats.length })}
          </VisuallyHidden>
        </div>
      )}
      <UndeliveredMessages chats={list.chats} openChatId={openChatId} />
      <Suspense fallback={null}>
        <WaitingChats />
      </Suspense>
      <ChatRows {...props} tabStop={navigation.activeRow?.id} />
    </aside>
  )
}

type ChatRowsProps = Pick<
  ChatListProps,
  'list' | 'visibleChats' | 'openChatId' | 'searchText' | 'onSearchTextChange'
> & {
  /** ID of the chat whose row is the tab stop. */
  tabStop: number | undefined
}

function ChatRows({
  list,
  visibleChats,
  openChatId,
  searchText,
  onSearchTextChange,
  tabStop,
}: ChatRowsProps) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const now = useNow()
  const marks = useUnsentMarks()
  const { loadedAt, error, unreadable } = list
  const reason = error ? formatError(error, tErrors, format.time) : ''
  const retry = { label: tErrors('tryAgain'), run: list.retry }
  if (loadedAt === undefined) {
    return error ? (
      <Inset>
        <LoadFailed title={t('failed')} reason={reason} retry={retry} />
      </Inset>
    ) : (
      <ChatListSkeleton />
    )
  }
  return (
    <>
      {(error || unreadable > 0) && (
        <Stack gap="sm" px="lg" pb="md">
          {error && (
            <StaleDataNotice
              sentence={t('stale', { when: format.moment(loadedAt, now), reason })}
              retry={retry}
            />
          )}
          {unreadable > 0 && <Notice tone="warn">{tErrors('unreadable', { count: unreadable })}</Notice>}
        </Stack>
      )}
      <ul hidden={visibleChats.length === 0}>
        {visibleChats.map(chat => {
          const mark = marks.get(chat.id)
          return (
            <ChatRow
              key={chat.id}
              chat={chat}
              // The open chat shows its draft in the message field.
              mark={chat.id === openChatId && mark?.kind === 'draft' ? undefined : mark}
              isCurrent={chat.id === openChatId}
              isTabStop={chat.id === tabStop}
              searchText={searchText}
              now={now}
            />
          )
        })}
      </ul>
      {visibleChats.length === 0 && (
        <Inset>
          {list.chats.length === 0 ? (
            <EmptyState
              icon={<IconMessage aria-hidden />}
              title={t('none.title')}
              actions={
                <Button component={Link} to={paths.newChat()} leftSection={<IconPlus aria-hidden />}>
                  {t('new')}
                </Button>
              }
            >
              {t('none.lead')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconFilterOff aria-hidden />}
              title={t('nothing.title', { text: searchText.trim() })}
              actions={<Button onClick={() => onSearchTextChange('')}>{t('nothing.clear')}</Button>}
            >
              {t('nothing.lead')}
            </EmptyState>
          )}
        </Inset>
      )}
    </>
  )
}

const Inset = ({ children }: { children: ReactNode }) => (
  <Box px="lg" py="xl">
    {children}
  </Box>
)

const skeletonWidths = [
  ['4rem', '13rem'],
  ['6rem', '11rem'],
  ['5rem', '8rem'],
  ['6.5rem', '12rem'],
  ['8rem', '10rem'],
  ['5.5rem', '13rem'],
] as const

function ChatListSkeleton() {
  const t = useT('chats')
  return (
    <>
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      <div className={styles.search} aria-hidden>
        <Skeleton width="100%" height="var(--control)" />
      </div>
      {skeletonWidths.map(([name, message]) => (
        <div key={name} className={rowStyles.row} aria-hidden>
          <Skeleton width={name} my="calc((var(--line-md) - 0.75rem) / 2)" />
          <Skeleton width={message} my="calc((var(--line-sm) - 0.75rem) / 2)" />
        </div>
      ))}
    </>
  )
}
