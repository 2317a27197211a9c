import { Box, Group, Skeleton, Stack, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { withoutSignedOut } from '../../../api/client/ApiError.ts'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { formatError } from '../../../i18n/formatError.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { LoadFailed, StaleDataNotice } from '../../../ui/feedback/LoadFailed.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useDocumentKeys } from '../../../ui/focus/useDocumentKeys.ts'
import { useMessageDeletions } from '../message/deleteMessage.tsx'
import { MessageListChatContext, MessageListContext, useMessageList } from '../message/MessageListContext.ts'
import type { SearchHit } from '../search/SearchBar.tsx'
import { useReadState } from '../sync/readState.ts'
import { messagesQuery, useChatName } from '../useChats.ts'
import { useArrivalAnnouncements, useFirstNewId, useMarkSeen } from './arrivals.ts'
import { MessageFilesViewer } from './MessageFiles.tsx'
import styles from './MessageList.module.css'
import { MessageRows } from './MessageRows.tsx'
import { createMessageScroll, type MessageScroll } from './messageScroll.ts'
import { PendingOnlyTail } from './PendingMessages.tsx'
import { countOthersAfter } from './rows.ts'

type MessageListProps = {
  chat: Chat
  linkedMessageId: number | undefined
  /** The list scrolls to the current search match. */
  hit: SearchHit | undefined
  /** Whether something else handles Escape, such as the search bar. */
  areKeysDisabled?: boolean
}

export function MessageList(props: MessageListProps) {
  const { id } = props.chat
  const t = useT('messages')
  const errors = useT('errors')
  const format = useFormat()
  const { data, error, isFetching, dataUpdatedAt, refetch } = useQuery(messagesQuery(id))
  // Cached messages of a chat that was open before are fresh after the next fetch.
  const [freshChatId, setFreshChatId] = useState<number>()
  const isFresh = freshChatId === id || (data !== undefined && !isFetching)
  if (isFresh && freshChatId !== id) setFreshChatId(id)

  const shownError = withoutSignedOut(error)
  const problem = shownError && formatError(shownError, errors, format.time)
  const retry = { label: errors('tryAgain'), run: () => void refetch() }
  if (!data) {
    return (
      <div className={styles.fill}>
        {problem ? (
          <Box p="xl" flex={1} mih={0} style={{ overflowY: 'auto' }}>
            <LoadFailed title={t('failed')} reason={problem} retry={retry} />
          </Box>
        ) : (
          <MessageListSkeleton />
        )}
        <Suspense fallback={null}>
          <PendingOnlyTail chat={props.chat} />
        </Suspense>
      </div>
    )
  }
  return (
    <div className={styles.fill}>
      {data.unreadable > 0 && (
        <Box px="var(--gutter)" pt="sm">
          <Notice>{t('unreadable', { count: data.unreadable })}</Notice>
        </Box>
      )}
      {problem && (
        <Box px="var(--gutter)" pt="sm">
          <StaleDataNotice
            sentence={t('stale', { time: format.time(dataUpdatedAt), problem })}
            retry={retry}
          />
        </Box>
      )}
      <LoadedMessages
        key={id}
        {...props}
        messages={data.rows}
        isComplete={data.unreadable === 0}
        isFresh={isFresh}
      />
    </div>
  )
}

const skeletonRows = [
  ['6rem', '18rem'],
  ['5rem', '26rem', '12rem'],
  ['7rem', '14rem'],
  ['5rem', '30rem', '22rem'],
  ['6rem', '9rem'],
  ['8rem', '24rem'],
]

function MessageListSkeleton() {
  const t = useT('messages')
  return (
    <Stack
      flex={1}
      gap={0}
      justify="flex-end"
      mih={0}
      px="var(--gutter)"
      pb="sm"
      style={{ overflow: 'hidden' }}
    >
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {skeletonRows.map(widths => (
        <Group key={widths.join()} wrap="nowrap" align="flex-start" gap="md" pt="0.875rem">
          <Skeleton circle height="1.75rem" flex="none" />
          <Stack gap="sm" pt="xs" flex={1} miw={0}>
            {widths.map(width => (
              <Skeleton key={width} width={width} />
            ))}
          </Stack>
        </Group>
      ))}
    </Stack>
  )
}

type LoadedMessagesProps = MessageListProps & {
  messages: readonly Message[]
  /** Whether all messages could be read. */
  isComplete: boolean
  /** Whether the messages were fetched since the chat was opened. */
  isFresh: boolean
}

function LoadedMessages(props: LoadedMessagesProps) {
  const { chat, messages: allMessages, isComplete, isFresh, linkedMessageId, hit } = props
  const { areKeysDisabled = false } = props
  const t = useT('messages')
  const format = useFormat()
  const nameOf = useChatName()
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const { lastReadId, markSeen } = useReadState(chat)
  const [scroll] = useState(createMessageScroll)
  const [announcement, setAnnouncement] = useState('')
  // Screen readers announce changes only, so a repeated text gets a non-breaking space.
  const announce = useCallback(
    (text: string) => setAnnouncement(current => (text === current ? `${text}\u00a0` : text)),
    [],
  )
  const [openFileId, show] = useState<number>()
  const { deletedIds, requestDelete, notice } = useMessageDeletions(chat, scroll.focus)
  const messages = deletedIds.size === 0 ? allMessages : allMessages.filter(({ id }) => !deletedIds.has(id))
  const firstNewId = useFirstNewId({ rows: allMessages, lastReadId, isFresh, scroll })
  const containerRef = useRef<HTMLDivElement>(null)
  const scrollToNewest = () => scroll.scrollTo({ to: 'end' })
  // Escape scrolls to the end, except in text fields outside the chat.
  useDocumentKeys(event => {
    const { key, target } = event
    if (key !== 'Escape' || areKeysDisabled || !(target instanceof Element)) return
    if (target.matches(textInputSelector) && !containerRef.current?.closest('section')?.contains(target))
      return
    event.preventDefault()
    scrollToNewest()
  })
  useMarkSeen(scroll, markSeen)
  useArrivalAnnouncements(allMessages, { scroll, t, announce })

  const contextValue = {
    t,
    format,
    timeZone,
    today,
    searchPhrase: hit?.phrase ?? '',
    showFile: show,
    keepPosition: scroll.releaseEnd,
    announce,
  }
  return (
    <MessageListContext value={contextValue}>
      <MessageListChatContext value={{ chat, requestDelete }}>
        <div className={styles.fill} ref={containerRef}>
          <div className={styles.fill}>
            <MessageRows {...{ messages, isComplete, scroll, firstNewId, linkedMessageId, hit, isFresh }} />
            <JumpToNewest rows={messages} lastReadId={lastReadId} scroll={scroll} onJump={scrollToNewest} />
          </div>
          <VisuallyHidden role="status">{announcement}</VisuallyHidden>
          {notice}
          {openFileId !== undefined && (
            <MessageFilesViewer
              name={nameOf(chat)}
              messages={messages}
              initialFileId={openFileId}
              close={() => show(undefined)}
            />
          )}
        </div>
      </MessageListChatContext>
    </MessageListContext>
  )
}

const textInputSelector =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable="true"]'

type JumpToNewestProps = {
  rows: readonly Message[]
  lastReadId: number | undefined
  scroll: MessageScroll
  onJump: () => void
}

function JumpToNewest({ rows, lastReadId, scroll, onJump }: JumpToNewestProps) {
  const { t, format } = useMessageList()
  const { isAtEnd, lastSeenId } = useSyncExternalStore(scroll.subscribe, scroll.getState)
  if (isAtEnd) return null
  const jump = () => {
    // The button is removed at the end. Move the focus first.
    scroll.focus()
    onJump()
  }
  const count = lastSeenId === 0 ? 0 : countOthersAfter(rows, Math.max(lastSeenId, lastReadId ?? 0))
  return (
    <UnstyledButton
      className={styles.jump}
      data-new={count > 0}
      aria-label={count > 0 ? `${t('toNewest')}, ${t('newBelow', { count })}` : t('toNewest')}
      title={t('toNewest')}
      onClick={jump}
    >
      <IconArrowDown aria-hidden />
      {count > 0 && <span>{format.number(count)}</span>}
    </UnstyledButton>
  )
}
