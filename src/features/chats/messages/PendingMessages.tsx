import { Box, Button, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconMessage, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { type Chat, chats } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { permissions } from '../../../contract/permissions.ts'
import { type Entry, isBlocked, isUnfinished } from '../../../delivery/entries/Entry.ts'
import type { StoredFile } from '../../../delivery/storage/fileStore.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { EntryStatus } from '../../unsent/EntryStatus.tsx'
import { countPeople } from '../Audience.tsx'
import { FileCard } from '../composer/DraftFiles.tsx'
import { focusMessageField } from '../MessageField.tsx'
import { useMessageList } from '../message/MessageListContext.ts'
import { QuoteBlock } from '../message/QuoteBlock.tsx'
import { pollDraft } from '../polls/pollFields.ts'
import { isPageActive } from './arrivals.ts'
import rowStyles from './MessageRow.module.css'
import styles from './PendingMessages.module.css'
import { getPendingContent, usePendingMessages } from './pendingMessages.ts'
import { getRowKind } from './rows.ts'

const NewPoll = lazyComponent(async () => (await import('../polls/PollForm.tsx')).NewPoll, 'polls')

type PendingTailProps = {
  chat: Chat
  lastMessage: Message | undefined
  onNewMessage: () => void
}

/** Suspends until the delivery is open. */
export function PendingTail({ chat, lastMessage, onNewMessage }: PendingTailProps) {
  const pending = usePendingMessages(chat.id)
  const newest = pending.at(-1)?.createdAt ?? 0
  const lastCreatedAt = useRef(newest)
  useEffect(() => {
    if (newest <= lastCreatedAt.current) return
    lastCreatedAt.current = newest
    // A message sent in another tab must not scroll this one.
    if (isPageActive()) onNewMessage()
  }, [newest, onNewMessage])
  return (
    <>
      {pending.length === 0 && !lastMessage && <NoMessages chatId={chat.id} />}
      <PendingMessageGroup
        chat={chat}
        pending={pending}
        isContinued={lastMessage?.is_own && getRowKind(lastMessage) === 'written'}
      />
    </>
  )
}

/** For a chat whose messages can't be loaded, so that the user does not write them again. */
export function PendingOnlyTail({ chat }: { chat: Chat }) {
  const pending = usePendingMessages(chat.id)
  return (
    <Box flex="none" mah="60%" pb={pending.length > 0 ? 'sm' : 0} style={{ overflowY: 'auto' }}>
      <PendingMessageGroup chat={chat} pending={pending} />
    </Box>
  )
}

type PendingMessageGroupProps = {
  chat: Chat
  pending: readonly Entry[]
  /** Whether the name is omitted. */
  isContinued?: boolean | undefined
}

function PendingMessageGroup({ chat, pending, isContinued = false }: PendingMessageGroupProps) {
  const t = useT('messages')
  const person = useCurrentUser()
  const [isPollOpen, setPollOpen] = useState(false)
  const firstBlocked = pending.findIndex(isBlocked)
  const handleEdited = ({ draft }: Entry) =>
    draft?.kind === pollDraft.name ? setPollOpen(true) : focusMessageField()
  return (
    <>
      {pending.length > 0 && (
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
              {pending.map((entry, index) => (
                <PendingMessageRow
                  key={entry.id}
                  entry={entry}
                  isHeldUp={firstBlocked >= 0 && index > firstBlocked}
                  onEdited={() => handleEdited(entry)}
                />
              ))}
            </div>
          </div>
        </div>
      )}
      {isPollOpen && <NewPoll chat={chat} close={() => setPollOpen(false)} />}
    </>
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

type PendingMessageRowProps = {
  entry: Entry
  /** Whether a message above it waits for a decision. */
  isHeldUp: boolean
  onEdited: () => void
}

function PendingMessageRow({ entry, isHeldUp, onEdited }: PendingMessageRowProps) {
  const { online } = useNetwork()
  const { text, quote, options, files } = getPendingContent(entry)
  // Most messages are sent within a moment.
  const isSlow = isBlocked(entry) || isHeldUp || !online || entry.error !== undefined || files.length > 0
  return (
    <div className={styles.pending} data-state={entry.state}>
      {quote && <QuoteBlock quote={quote} />}
      {text.trim() !== '' && (
        <Text className={rowStyles.text ?? ''} fw={options.length > 0 ? 600 : undefined} dir="auto">
          {text}
        </Text>
      )}
      {options.length > 0 && (
        <ul className={styles.options}>
          {options.map(option => (
            <li key={option} dir="auto">
              {option}
            </li>
          ))}
        </ul>
      )}
      {files.length > 0 && <FileList files={files} />}
      {isUnfinished(entry) && isSlow && <EntryStatus entry={entry} onEdited={onEdited} />}
    </div>
  )
}

function FileList({ files }: { files: readonly StoredFile[] }) {
  const format = useFormat()
  return (
    <Stack component="ul" gap="xs" mt="xs" align="flex-start">
      {files.map(({ id, name, size }) => (
        <Box key={id} component="li" maw="100%">
          <FileCard name={name} details={format.fileSize(size)} />
        </Box>
      ))}
    </Stack>
  )
}
