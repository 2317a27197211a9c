import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { keyOf, write } from '../../../api/cache/query.ts'
import { ApiError, isNotFound, isResponseLost } from '../../../api/client/ApiError.ts'
import type { Chat } from '../../../contract/chats.ts'
import { type ScheduledMessage, scheduledMessages } from '../../../contract/scheduledMessages.ts'
import { useDelivery } from '../../../delivery/DeliveryContext.ts'
import { withDraft } from '../../../delivery/drafts/acquireDraft.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { focusMessageField } from '../MessageField.tsx'
import { useMessageListChat } from '../message/MessageListContext.ts'
import { QuoteBlock } from '../message/QuoteBlock.tsx'
import { chatDraft, draftKey, emptyDraft, joinDrafts } from '../messageDraft.ts'
import { splitQuote } from '../quote.ts'
import { useScheduledMessages, useSendTimeFormat } from '../scheduled/useScheduledMessages.ts'
import { isPageActive } from './arrivals.ts'
import rowStyles from './MessageRow.module.css'
import pendingStyles from './PendingMessages.module.css'

/** Own messages of a chat that are not sent yet, below all others. */
export function ScheduledMessages({ onNewMessage }: { onNewMessage: () => void }) {
  const t = useT('sendLater')
  const { chat } = useMessageListChat()
  const rows = useScheduledMessages()?.filter(row => row.chat_id === chat.id)
  const newest = rows && Math.max(0, ...rows.map(({ id }) => id))
  const lastNewest = useRef(newest)
  useEffect(() => {
    const last = lastNewest.current
    lastNewest.current = newest
    const isNew = newest !== undefined && last !== undefined && newest > last
    // A message scheduled in another tab must not scroll this one.
    if (isNew && isPageActive()) onNewMessage()
  }, [newest, onNewMessage])
  if (!rows?.length) return null
  return (
    <div className={rowStyles.row}>
      <div className={rowStyles.message} data-own>
        <span className={rowStyles.gutter} />
        <Stack component="ul" gap="sm" className={rowStyles.body ?? ''} aria-label={t('title')}>
          {rows.map(row => (
            <ScheduledRow key={row.id} chat={chat} row={row} />
          ))}
        </Stack>
      </div>
    </div>
  )
}

type ScheduledRowProps = { chat: Chat; row: ScheduledMessage }

function ScheduledRow({ chat, row }: ScheduledRowProps) {
  const t = useT('sendLater')
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const formatSendTime = useSendTimeFormat()
  const { quote, answer } = splitQuote(row.text)
  const instant = parseInstant(row.send_at, timeZone)
  const when = instant === undefined ? row.send_at : formatSendTime(instant, now)
  const isFailed = row.not_sent_reason !== null
  return (
    <li className={pendingStyles.pending} data-state={isFailed ? 'failed' : undefined}>
      {quote && <QuoteBlock quote={quote} />}
      <Text className={rowStyles.text ?? ''} dir="auto">
        {answer}
      </Text>
      <Group gap="xs" mt="xs" fz="sm" lh="sm">
        <Group
          component="span"
          gap="sm"
          wrap="nowrap"
          align="flex-start"
          c={isFailed ? 'var(--danger-text)' : 'inherit'}
        >
          {isFailed ? <IconAlertTriangle aria-hidden /> : <IconClock aria-hidden />}
          <span>{isFailed ? t('notSent', { when }) : t('willBeSent', { when })}</span>
        </Group>
        <RowActions chat={chat} row={row} />
      </Group>
    </li>
  )
}

/** A user who can't write has no field to which the text could return. */
function RowActions({ chat, row }: ScheduledRowProps) {
  const t = useT('sendLater')
  const formatReason = useFormatError()
  const delivery = useDelivery()
  const client = useQueryClient()
  const sendNow = useMutation(write(scheduledMessages.sendNow))
  const remove = useMutation(write(scheduledMessages.remove))
  const [problem, setProblem] = useState<string>()
  const ids = { scheduled_message_id: row.id }
  const isPending = sendNow.isPending || remove.isPending
  const runOnce = useSingleAction()

  const refetch = () => void client.invalidateQueries({ queryKey: keyOf(scheduledMessages.list, {}) })
  const describe = (error: unknown): string => {
    // The service sent it, or the user cancelled it elsewhere.
    if (isNotFound(error)) return t('tooLate')
    if (isResponseLost(error)) return t('noAnswer')
    return error instanceof ApiError ? formatReason(error) : t('notStored')
  }
  const run = (action: () => Promise<unknown>) => () =>
    runOnce(() => {
      setProblem(undefined)
      return action().then(focusMessageField, (error: unknown) => {
        setProblem(describe(error))
        if (isNotFound(error) || isResponseLost(error)) refetch()
      })
    })
  /** Puts the text back into the field. */
  const cancel = async () => {
    await remove.mutateAsync(ids)
    const { quote, answer } = splitQuote(row.text)
    await withDraft(delivery, chatDraft, draftKey(chat.id), async draft => {
      draft.set(joinDrafts({ text: answer, files: [], quote }, draft.state().value ?? emptyDraft))
      await draft.flush()
    })
  }
  const formatActionLabel = (action: string) =>
    t('said', { action, text: truncateText(splitQuote(row.text).answer, 60) })
  const actions = chat.can_write
    ? [
        { label: t('sendNow'), run: run(() => sendNow.mutateAsync({ chat_id: chat.id, ...ids })) },
        { label: t(row.not_sent_reason === null ? 'cancel' : 'change'), run: run(cancel) },
      ]
    : [{ label: t('remove'), run: run(() => remove.mutateAsync(ids)) }]
  return (
    <>
      {actions.map(action => (
        <Button
          key={action.label}
          variant="subtle"
          size="sm"
          aria-disabled={isPending}
          aria-label={formatActionLabel(action.label)}
          onClick={action.run}
        >
          {action.label}
        </Button>
      ))}
      {problem !== undefined && <span role="alert">{problem}</span>}
    </>
  )
}
