import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClock, IconFile, IconRefresh } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { FileName } from '../../../ui/FileName.tsx'
import { focusField } from './MessageField.tsx'
import styles from './SendingMessage.module.css'
import type { SendingMessage } from './sendingMessages.ts'

/** A message on its way: what it says, how far it is, and what to do where it stands still. */
export function SendingMessageRow({ message }: { message: SendingMessage }) {
  const { text, poll, files, state, isSent } = message
  const stands = state === 'failed' || state === 'uncertain'
  return (
    <div className={styles.sending} data-state={isSent ? 'sent' : state}>
      {text !== '' && (
        <Text className={styles.text ?? ''} fw={poll && 600} dir="auto">
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
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves.
          key={index}
          component="li"
          gap="sm"
          wrap="nowrap"
          maw="100%"
          px="sm"
          py="xs"
          bd="1px solid var(--rule-strong)"
          bdrs="md"
          fz="sm"
          lh="sm"
        >
          <IconFile aria-hidden />
          <FileName name={name} />
          <Text span size="xs" c="var(--text-3)" flex="none">
            {format.fileSize(size)}, {t(`files.${state}`)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}

/** What it waits for, where that takes a while. */
function Waiting({ message }: { message: SendingMessage }) {
  const t = useT('composer')
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const { waitsForAbove, state, error, files, isSent } = message
  if (isSent) return null
  const said = waitsForAbove ? 'waits' : !online ? 'offline' : error ? 'trying' : undefined
  if (!said && state !== 'waiting' && files.length === 0) return null
  return (
    <p className={styles.why}>
      {said && (
        <>
          <IconClock aria-hidden />
          <span>{t(`sending.${said}`)}</span>
        </>
      )}
      <Unsend message={message} />
    </p>
  )
}

function Standing({ message }: { message: SendingMessage }) {
  const t = useT('composer')
  const sentence = useSendingError()
  const { state, text, retry, discard } = message
  const [notStored, setNotStored] = useState(false)
  const andGoOn = (run: () => Promise<void>) => () => {
    setNotStored(false)
    run().catch(() => setNotStored(true))
    focusField()
  }
  const uncertain = state === 'uncertain'
  const named = (action: string) => t('sending.said', { action, text: text.slice(0, 60) })
  const first = t(uncertain ? 'sending.again' : 'sending.retry')
  const last = t(uncertain ? 'sending.isThere' : 'sending.discard')
  return (
    <div className={styles.why} role="alert">
      <IconAlertTriangle aria-hidden />
      <span>{uncertain ? t('sending.uncertain') : sentence(message)}</span>
      <span className={styles.actions}>
        <Button
          size="sm"
          aria-label={named(first)}
          onClick={andGoOn(retry)}
          leftSection={<IconRefresh aria-hidden />}
        >
          {first}
        </Button>
        <Unsend message={message} />
        <Button variant="subtle" size="sm" aria-label={named(last)} onClick={andGoOn(discard)}>
          {last}
        </Button>
      </span>
      {notStored && <span>{t('notStored')}</span>}
    </div>
  )
}

/** Back into the field: while it waits, and where it was refused and trying again alone would not help. */
function Unsend({ message }: { message: SendingMessage }) {
  const t = useT('composer')
  const [refused, setRefused] = useState<'tooLate' | 'notStored'>()
  const { unsend, state, error, text } = message
  const isNetwork = !error || error.kind === 'offline' || error.kind === 'server'
  if (!unsend || (state === 'failed' && isNetwork)) return null
  const action = t(state === 'failed' ? 'sending.takeBack' : 'sending.takeBackWaiting')
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
      <Button
        variant="subtle"
        size="sm"
        aria-label={t('sending.said', { action, text: text.slice(0, 60) })}
        onClick={() => void run()}
      >
        {action}
      </Button>
      {refused && <span role="alert">{t(refused === 'tooLate' ? 'sending.tooLate' : 'notStored')}</span>}
    </>
  )
}

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, listener, { signal: stop.signal })
  return () => stop.abort()
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
