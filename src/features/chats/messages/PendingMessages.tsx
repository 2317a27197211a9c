import { Box, Button, Stack, Text } from '@mantine/core'
import { IconMessage, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { permissions } from '../../../contract/permissions.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { countPeople } from '../Audience.tsx'
import { FileCard } from '../composer/DraftFiles.tsx'
import { type PendingMessage, usePendingMessages } from '../composer/pendingMessages.ts'
import { useMessageList } from '../message/MessageListContext.ts'
import { QuoteBlock } from '../message/QuoteBlock.tsx'
import { splitQuote } from '../quote.ts'
import { isPageActive } from './arrivals.ts'
import rowStyles from './MessageRow.module.css'
import styles from './PendingMessages.module.css'
import { FailedStatus, PendingStatus } from './PendingStatus.tsx'
import { getRowKind } from './rows.ts'

type PendingTailProps = {
  chatId: number
  lastMessage: Message | undefined
  onNewMessage: () => void
}

/** Suspends until the outbox is open. */
export function PendingTail({ chatId, lastMessage, onNewMessage }: PendingTailProps) {
  const pending = usePendingMessages(chatId)
  const newest = pending.at(-1)?.createdAt ?? 0
  const lastCreatedAt = useRef(newest)
  useEffect(() => {
    if (newest <= lastCreatedAt.current) return
    lastCreatedAt.current = newest
    // A message sent in another tab must not scroll this one.
    if (isPageActive()) onNewMessage()
  }, [newest, onNewMessage])
  if (pending.length === 0) return lastMessage ? null : <NoMessages chatId={chatId} />
  return (
    <PendingMessageGroup
      pending={pending}
      isContinued={lastMessage?.is_own && getRowKind(lastMessage) === 'written'}
    />
  )
}

/** For a chat whose messages can't be loaded, so that the user does not write them again. */
export function PendingOnlyTail({ chatId }: { chatId: number }) {
  const pending = usePendingMessages(chatId)
  if (pending.length === 0) return null
  return (
    <Box flex="none" mah="60%" pb="sm" style={{ overflowY: 'auto' }}>
      <PendingMessageGroup pending={pending} />
    </Box>
  )
}

type PendingMessageGroupProps = {
  pending: readonly PendingMessage[]
  /** Whether the name is omitted. */
  isContinued?: boolean | undefined
}

function PendingMessageGroup({ pending, isContinued = false }: PendingMessageGroupProps) {
  const t = useT('messages')
  const person = useCurrentUser()
  return (
    <div className={rowStyles.row}>
      <div className={rowStyles.message} data-own data-named={!isContinued}>
        {isContinued ? (
          <span className={rowStyles.gutter} />
        ) : (
          <PersonAvatar name={person.name ?? t('you')} />
        )}
        <div className={rowStyles.body}>
          {!isContinued && (
            <p className={rowStyles.head}>
              <b className={rowStyles.name}>{t('you')}</b>
            </p>
          )}
          {pending.map(message => (
            <PendingMessageRow key={message.id} message={message} />
          ))}
        </div>
      </div>
    </div>
  )
}

function NoMessages({ chatId }: { chatId: number }) {
  const { t } = useMessageList()
  const chat = useQuery(query(chats.list, {})).data?.rows.find(({ id }) => id === chatId)
  const location = useLocation()
  // Fetched by the audience line of the editor.
  const access = useQuery({ ...query(permissions.list, { chat_id: chatId }), enabled: false })
  const people = chat?.member_count ?? countPeople(access.data?.rows)
  const isAlone = people === 1
  const canAdd = chat?.is_admin === true && (isAlone || people === undefined)
  return (
    <Box p="xl">
      <EmptyState
        icon={<IconMessage aria-hidden />}
        title={t('empty')}
        actions={
          canAdd && (
            <Button
              component={Link}
              to={paths.withAccess(location, { field: 'chat_id', id: chatId })}
              state={{ keepsFocus: true }}
              leftSection={<IconUserPlus aria-hidden />}
            >
              {t('addPeople')}
            </Button>
          )
        }
      >
        {t(isAlone ? 'emptyAlone' : 'emptyHint')}
      </EmptyState>
    </Box>
  )
}

export function PendingMessageRow({ message }: { message: PendingMessage }) {
  const { text, poll, isConfirmation, files, state, isSent } = message
  const { quote, answer } = poll && !isConfirmation ? { answer: text } : splitQuote(text)
  const isBlocked = state === 'failed' || state === 'uncertain'
  return (
    <div className={styles.pending} data-state={isSent ? 'sent' : state}>
      {quote && <QuoteBlock quote={quote} />}
      {answer !== '' && (
        <Text className={rowStyles.text ?? ''} fw={poll && !isConfirmation ? 600 : undefined} dir="auto">
          {answer}
        </Text>
      )}
      {poll && (
        <ul className={styles.options}>
          {poll.options.map(option => (
            <li key={option} dir="auto">
              {option}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && <FileList files={files} />}
      {isBlocked ? <FailedStatus message={message} /> : <PendingStatus message={message} />}
    </div>
  )
}

function FileList({ files }: Pick<PendingMessage, 'files'>) {
  const t = useT('composer')
  const format = useFormat()
  return (
    <Stack component="ul" gap="xs" mt="xs" align="flex-start">
      {files.map(({ name, size, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the order is fixed.
        <Box key={index} component="li" maw="100%">
          <FileCard name={name} details={`${format.fileSize(size)}, ${t(`files.${state}`)}`} />
        </Box>
      ))}
    </Stack>
  )
}
