import { Button, Group } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconAlertTriangle, IconClock, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { formatError } from '../../../i18n/formatError.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import type { PendingMessage } from '../composer/pendingMessages.ts'
import { focusMessageField } from '../MessageField.tsx'
import { getAnswer } from '../quote.ts'

type StatusLineProps = {
  icon: ReactNode
  text: string | undefined
  c: string
  role?: 'alert'
  children: ReactNode
}

const StatusLine = ({ icon, text, c, children, ...line }: StatusLineProps) => (
  <Group gap="xs" mt="xs" fz="sm" lh="sm" {...line}>
    {text && (
      <Group component="span" gap="sm" wrap="nowrap" align="flex-start" c={c}>
        {icon}
        <span>{text}</span>
      </Group>
    )}
    {children}
  </Group>
)

export function PendingStatus({ message }: { message: PendingMessage }) {
  const t = useT('composer')
  const { online } = useNetwork()
  const { isBlockedByFailed, state, error, files, isSent } = message
  if (isSent) return null
  const reason = isBlockedByFailed ? 'waits' : !online ? 'offline' : error ? 'trying' : undefined
  if (!reason && state !== 'waiting' && files.length === 0) return null
  return (
    <StatusLine icon={<IconClock aria-hidden />} text={reason && t(`sending.${reason}`)} c="inherit">
      <Unsend message={message} />
    </StatusLine>
  )
}

export function FailedStatus({ message }: { message: PendingMessage }) {
  const t = useT('composer')
  const formatSendingError = useSendingError()
  const { state, retry, discard } = message
  const [hasStorageError, setStorageError] = useState(false)
  const runAndFocus = (run: () => Promise<void>) => () => {
    setStorageError(false)
    run().catch(() => setStorageError(true))
    focusMessageField()
  }
  const isUncertain = state === 'uncertain'
  return (
    <StatusLine
      icon={<IconAlertTriangle aria-hidden />}
      text={isUncertain ? t('sending.uncertain') : formatSendingError(message)}
      c={isUncertain ? 'var(--warn-text)' : 'var(--danger-text)'}
      role="alert"
    >
      <SendAction message={message} action={isUncertain ? 'again' : 'retry'} run={runAndFocus(retry)} />
      <Unsend message={message} />
      <SendAction message={message} action={isUncertain ? 'isThere' : 'discard'} run={runAndFocus(discard)} />
      {hasStorageError && <span>{t('notStored')}</span>}
    </StatusLine>
  )
}

/** Shown while the message is queued, and after an error that a retry would not solve. */
function Unsend({ message }: { message: PendingMessage }) {
  const t = useT('composer')
  const [refused, setRefused] = useState<'tooLate' | 'notStored'>()
  const { unsend, state, error } = message
  const isNetwork = !error || error.kind === 'offline' || error.kind === 'server'
  if (!unsend || (state === 'failed' && isNetwork)) return null
  const run = async () => {
    try {
      if (await unsend()) focusMessageField()
      else setRefused('tooLate')
    } catch {
      setRefused('notStored')
    }
  }
  return (
    <>
      <SendAction
        message={message}
        action={state === 'failed' ? 'takeBack' : 'takeBackWaiting'}
        run={() => void run()}
      />
      {refused && <span role="alert">{t(refused === 'tooLate' ? 'sending.tooLate' : 'notStored')}</span>}
    </>
  )
}

type SendActionProps = {
  message: PendingMessage
  action: 'again' | 'retry' | 'isThere' | 'discard' | 'takeBack' | 'takeBackWaiting'
  run: () => void
}

function SendAction({ message, action, run }: SendActionProps) {
  const t = useT('composer')
  const label = t(`sending.${action}`)
  const isRetry = action === 'again' || action === 'retry'
  return (
    <Button
      variant={isRetry ? 'default' : 'subtle'}
      size="sm"
      aria-label={t('sending.said', { action: label, text: truncateText(getAnswer(message.text), 60) })}
      onClick={run}
      leftSection={isRetry && <IconRefresh aria-hidden />}
    >
      {label}
    </Button>
  )
}

function useSendingError(): (
  message: Pick<PendingMessage, 'error' | 'isFileRefused' | 'isConfirmation'>,
) => string {
  const t = useT('composer')
  const errors = useT('errors')
  const format = useFormat()
  return ({ error, isFileRefused, isConfirmation }) => {
    if (!error || error.kind === 'offline') return t('sending.noAnswer')
    if (error.kind === 'notFound') return t(error.fields.file ? 'sending.fileGone' : 'sending.chatGone')
    if (isConfirmation && error.kind === 'invalid') return t('sending.noConfirmations')
    if (error.fields.with_files) return t('sending.filesGone')
    if (isFileRefused) {
      if (error.kind === 'tooLarge') return t('sending.fileTooLarge')
      if (error.status === 415) return t('sending.fileKind')
      if (error.kind === 'unsupported') return t('sending.filesUnsupported')
    }
    const reason = formatError(error, errors, format.time)
    return t(isFileRefused ? 'sending.fileFailed' : 'sending.failed', { reason })
  }
}
