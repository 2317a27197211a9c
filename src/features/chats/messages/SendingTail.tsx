import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconClock, IconMessage, IconRefresh, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { query } from '../../../api/cache/query.ts'
import { chats } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { permissions } from '../../../contract/permissions.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { cutText } from '../../../lib/cutText.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { countPeople } from '../Audience.tsx'
import { FileCard } from '../composer/MessageFiles.tsx'
import { type SendingMessage, useSendingMessages } from '../composer/sendingMessages.ts'
import { focusField } from '../MessageField.tsx'
import { useMessageList } from '../message/MessageListContext.ts'
import { isWatched } from './arrivals.ts'
import rowStyles from './MessageRow.module.css'
import { rowKind } from './rows.ts'
import styles from './SendingTail.module.css'

type SendingTailProps = {
  chatId: number
  last: Message | undefined
  onWritten: () => void
}

/** The user's pending messages, below the last message. Suspends until the outbox is open. */
export function SendingTail({ chatId, last, onWritten }: SendingTailProps) {
  const sending = useSendingMessages(chatId)
  const newest = sending.at(-1)?.createdAt ?? 0
  const before = useRef(newest)
  useEffect(() => {
    if (newest <= before.current) return
    before.current = newest
    // All tabs share the outbox. A message from another tab must not scroll this one.
    if (isWatched()) onWritten()
  }, [newest, onWritten])
  if (sending.length === 0) return last ? null : <NoMessages chatId={chatId} />
  return <SendingMessages sending={sending} isContinued={last?.is_own && rowKind(last) === 'written'} />
}

/**
 * The messages that are being sent in a chat whose other messages are not loaded. Without them the user would write the
 * same again. Suspends until the outbox is open.
 */
export function UnloadedTail({ chatId }: { chatId: number }) {
  const sending = useSendingMessages(chatId)
  if (sending.length === 0) return null
  return (
    <Box flex="none" mah="60%" pb="sm" style={{ overflowY: 'auto' }}>
      <SendingMessages sending={sending} />
    </Box>
  )
}

type SendingMessagesProps = {
  sending: readonly SendingMessage[]
  /** Whether the message above is the user's own, so that the name is not repeated. */
  isContinued?: boolean | undefined
}

function SendingMessages({ sending, isContinued = false }: SendingMessagesProps) {
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
          {sending.map(message => (
            <SendingMessageRow key={message.id} message={message} />
          ))}
        </div>
      </div>
    </div>
  )
}

function NoMessages({ chatId }: { chatId: number }) {
  const { t } = useMessageList()
  // From the list, which all chat screens load.
  const chat = useQuery(query(chats.list, {})).data?.rows.find(({ id }) => id === chatId)
  const location = useLocation()
  // Fetched by the audience line of the editor. If neither source has the number of people, the text does not depend on
  // it.
  const access = useQuery({ ...query(permissions.list, { chat_id: chatId }), enabled: false })
  const people = chat?.member_count ?? countPeople(access.data?.rows)
  const alone = people === 1
  const mayAdd = chat?.is_admin === true && (alone || people === undefined)
  return (
    <Box p="xl">
      <EmptyState
        icon={<IconMessage aria-hidden />}
        title={t('empty')}
        actions={
          mayAdd && (
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
        {t(alone ? 'emptyAlone' : 'emptyHint')}
      </EmptyState>
    </Box>
  )
}

/** A pending message with its content and state, and with actions if it needs a decision. */
export function SendingMessageRow({ message }: { message: SendingMessage }) {
  const { text, poll, files, state, isSent } = message
  const stands = state === 'failed' || state === 'uncertain'
  return (
    <div className={styles.sending} data-state={isSent ? 'sent' : state}>
      {text !== '' && (
        <Text className={rowStyles.text ?? ''} fw={poll && 600} dir="auto">
          {text}
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
      {files.length > 0 && <Files files={files} />}
      {stands ? <Standing message={message} /> : <Waiting message={message} />}
    </div>
  )
}

function Files({ files }: Pick<SendingMessage, 'files'>) {
  const t = useT('composer')
  const format = useFormat()
  return (
    <Stack component="ul" gap="xs" mt="xs" align="flex-start">
      {files.map(({ name, size, state }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
        <Box key={index} component="li" maw="100%">
          <FileCard name={name} fact={`${format.fileSize(size)}, ${t(`files.${state}`)}`} />
        </Box>
      ))}
    </Stack>
  )
}

type LineProps = { icon: ReactNode; said: string | undefined; c: string; role?: 'alert'; children: ReactNode }

/** State of a message and its actions, next to it or below if there is no room. */
const Line = ({ icon, said, c, children, ...line }: LineProps) => (
  <Group gap="xs" mt="xs" fz="sm" lh="sm" {...line}>
    {said && (
      <Group component="span" gap="sm" wrap="nowrap" align="flex-start" c={c}>
        {icon}
        <span>{said}</span>
      </Group>
    )}
    {children}
  </Group>
)

/** The reason for the delay, if the message is delayed. */
function Waiting({ message }: { message: SendingMessage }) {
  const t = useT('composer')
  const { online } = useNetwork()
  const { waitsForAbove, state, error, files, isSent } = message
  if (isSent) return null
  const why = waitsForAbove ? 'waits' : !online ? 'offline' : error ? 'trying' : undefined
  if (!why && state !== 'waiting' && files.length === 0) return null
  return (
    <Line icon={<IconClock aria-hidden />} said={why && t(`sending.${why}`)} c="inherit">
      <Unsend message={message} />
    </Line>
  )
}

function Standing({ message }: { message: SendingMessage }) {
  const t = useT('composer')
  const sentence = useSendingError()
  const { state, retry, discard } = message
  const [notStored, setNotStored] = useState(false)
  const andGoOn = (run: () => Promise<void>) => () => {
    setNotStored(false)
    run().catch(() => setNotStored(true))
    focusField()
  }
  const uncertain = state === 'uncertain'
  return (
    <Line
      icon={<IconAlertTriangle aria-hidden />}
      said={uncertain ? t('sending.uncertain') : sentence(message)}
      c={uncertain ? 'var(--warn-text)' : 'var(--danger-text)'}
      role="alert"
    >
      <Act message={message} action={uncertain ? 'again' : 'retry'} run={andGoOn(retry)} />
      <Unsend message={message} />
      <Act message={message} action={uncertain ? 'isThere' : 'discard'} run={andGoOn(discard)} />
      {notStored && <span>{t('notStored')}</span>}
    </Line>
  )
}

/** Moves the message back to the field. Shown while it is queued, and after an error that a retry would not solve. */
function Unsend({ message }: { message: SendingMessage }) {
  const t = useT('composer')
  const [refused, setRefused] = useState<'tooLate' | 'notStored'>()
  const { unsend, state, error } = message
  const isNetwork = !error || error.kind === 'offline' || error.kind === 'server'
  if (!unsend || (state === 'failed' && isNetwork)) return null
  const run = async () => {
    try {
      if (await unsend()) focusField()
      else setRefused('tooLate')
    } catch {
      setRefused('notStored')
    }
  }
  return (
    <>
      <Act
        message={message}
        action={state === 'failed' ? 'takeBack' : 'takeBackWaiting'}
        run={() => void run()}
      />
      {refused && <span role="alert">{t(refused === 'tooLate' ? 'sending.tooLate' : 'notStored')}</span>}
    </>
  )
}

type ActProps = {
  message: SendingMessage
  action: 'again' | 'retry' | 'isThere' | 'discard' | 'takeBack' | 'takeBackWaiting'
  run: () => void
}

/** A button whose accessible label includes the beginning of the message. */
function Act({ message, action, run }: ActProps) {
  const t = useT('composer')
  const label = t(`sending.${action}`)
  const sendsAgain = action === 'again' || action === 'retry'
  return (
    <Button
      variant={sendsAgain ? 'default' : 'subtle'}
      size="sm"
      aria-label={t('sending.said', { action: label, text: cutText(message.text, 60) })}
      onClick={run}
      leftSection={sendsAgain && <IconRefresh aria-hidden />}
    >
      {label}
    </Button>
  )
}

function useSendingError(): (message: Pick<SendingMessage, 'error' | 'fileRefused'>) => string {
  const t = useT('composer')
  const errors = useT('errors')
  const format = useFormat()
  return ({ error, fileRefused }) => {
    if (!error || error.kind === 'offline') return t('sending.noAnswer')
    if (error.kind === 'notFound') return t(error.fields.file ? 'sending.fileGone' : 'sending.chatGone')
    if (error.fields.with_files) return t('sending.filesGone')
    if (fileRefused) {
      if (error.kind === 'tooLarge') return t('sending.fileTooLarge')
      if (error.status === 415) return t('sending.fileKind')
      if (error.kind === 'unsupported') return t('sending.filesUnsupported')
    }
    const reason = errorSentence(Object.assign(new Error('refused'), error), errors, format.time)
    return t(fileRefused ? 'sending.fileFailed' : 'sending.failed', { reason })
  }
}
