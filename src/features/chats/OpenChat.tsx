import { Button, Skeleton, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconLock, IconMessageOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { ApiError } from '../../api/client/ApiError.ts'
import { chats } from '../../contract/chats.ts'
import { useDraft } from '../../delivery/drafts/useDraft.ts'
import { formatError } from '../../i18n/formatError.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { LoadFailed } from '../../ui/feedback/LoadFailed.tsx'
import { isFocusLost } from '../../ui/focus/isFocusLost.ts'
import { ChatsHeading } from './ChatHeader.tsx'
import { ChatPanel } from './ChatPanel.tsx'
import { chatDraft, draftKey } from './messageDraft.ts'
import styles from './OpenChat.module.css'
import type { ChatListState } from './useChats.ts'

type OpenChatProps = {
  chatId: number
  list: ChatListState
  isPhone: boolean
  /** For the link back to the list. */
  searchText: string
}

/** The chat of the address, or the reason why the user can't see it. */
export function OpenChat({ chatId, list, isPhone, searchText }: OpenChatProps) {
  const t = useT('chats')
  const tErrors = useT('errors')
  const format = useFormat()
  const chatState = useOpenChat(chatId, list)
  const back = paths.chats(searchText === '' ? {} : { find: searchText })
  const containerRef = useRef<HTMLDivElement>(null)
  const wasShown = useRef(false)
  useEffect(() => {
    if (chatState.kind === 'ready') wasShown.current = true
    // The focused element was removed with the chat.
    else if (wasShown.current && isFocusLost()) containerRef.current?.focus()
  }, [chatState.kind])
  if (chatState.kind === 'ready') return <ChatPanel chat={chatState.chat} isPhone={isPhone} back={back} />
  if (chatState.kind === 'loading') return <OpenChatSkeleton isPhone={isPhone} back={back} />
  const { kind } = chatState
  return (
    <>
      <ChatsHeading isPhone={isPhone} back={back} />
      <div className={styles.container} ref={containerRef} tabIndex={-1}>
        {kind === 'failed' ? (
          <LoadFailed
            title={t('talkFailed')}
            reason={formatError(chatState.error, tErrors, format.time)}
            retry={{ label: tErrors('tryAgain'), run: chatState.retry }}
          />
        ) : (
          <>
            <EmptyState
              icon={kind === 'refused' ? <IconLock aria-hidden /> : <IconMessageOff aria-hidden />}
              title={t(kind === 'refused' ? 'gone.refused' : 'gone.title')}
              actions={
                <Button component={Link} to={back}>
                  {t('all')}
                </Button>
              }
            >
              {kind === 'refused' ? formatError(chatState.error, tErrors, format.time) : t('gone.lead')}
            </EmptyState>
            <Suspense fallback={null}>
              <UnsentDraft chatId={chatId} />
            </Suspense>
          </>
        )}
      </div>
    </>
  )
}

function OpenChatSkeleton({ isPhone, back }: { isPhone: boolean; back: string }) {
  const t = useT('chats')
  return (
    <>
      <ChatsHeading isPhone={isPhone} back={back} />
      <section className={styles.chat}>
        <VisuallyHidden role="status">{t('talkLoading')}</VisuallyHidden>
        {!isPhone && (
          <header className={styles.header} aria-hidden>
            <Stack gap={0} justify="space-evenly" h="calc(var(--line-md) + var(--line-sm))">
              <Skeleton width="6rem" />
              <Skeleton width="11rem" />
            </Stack>
          </header>
        )}
      </section>
    </>
  )
}

/** Fetches the chat separately if the list does not contain it. */
function useOpenChat(chatId: number, list: ChatListState) {
  const row = list.chats.find(({ id }) => id === chatId)
  const isMissing = row === undefined && (list.loadedAt !== undefined || list.error !== null)
  const chatQuery = useQuery({ ...query(chats.get, { chat_id: chatId }), enabled: isMissing, staleTime: 0 })
  if (row) return { kind: 'ready', chat: row } as const
  const { error, data } = chatQuery
  if (isMissing && error instanceof ApiError) {
    if (error.kind === 'notFound') return { kind: 'notFound' } as const
    if (error.kind === 'forbidden' || error.kind === 'noScope') return { kind: 'refused', error } as const
    if (!data && error.kind !== 'signedOut') {
      return { kind: 'failed', error, retry: () => void chatQuery.refetch() } as const
    }
  }
  return data ? ({ kind: 'ready', chat: data } as const) : ({ kind: 'loading' } as const)
}

/** Read-only draft of a chat that no longer exists. */
function UnsentDraft({ chatId }: { chatId: number }) {
  const t = useT('chats')
  const { copy, copied, error } = useClipboard({ timeout: 60_000 })
  const copyStatus = error ? 'copyFailed' : copied ? 'copied' : undefined
  const { state } = useDraft(chatDraft, draftKey(chatId))
  const text = state.value?.text ?? ''
  if (text.trim() === '') return null
  return (
    <Stack gap="sm" align="flex-start" maw="40rem" mt="xl">
      <Textarea
        label={t('gone.kept')}
        attributes={{ input: { dir: 'auto' } }}
        w="100%"
        readOnly
        rows={5}
        value={text}
      />
      <Button onClick={() => copy(text)}>
        {copyStatus === 'copied' ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
        {t('gone.copy')}
      </Button>
      <Text component="span" size="sm" c="dimmed" mih="var(--line-sm)" role="status">
        {copyStatus ? t(`gone.${copyStatus}`) : ''}
      </Text>
    </Stack>
  )
}
