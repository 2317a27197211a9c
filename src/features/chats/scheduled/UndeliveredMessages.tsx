import { Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keyOf, write } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import {
  type NotSentReason,
  type ScheduledMessage,
  scheduledMessages,
} from '../../../contract/scheduledMessages.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useSingleAction } from '../../../ui/inputs/useSingleAction.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { useScheduledMessages } from './useScheduledMessages.ts'

const reasonTexts = {
  chat_deleted: 'undelivered.chatDeleted',
  not_a_member: 'undelivered.notAMember',
  may_not_write: 'undelivered.mayNotWrite',
} as const satisfies Record<NotSentReason, string>

const isKnownReason = (reason: string): reason is NotSentReason => Object.hasOwn(reasonTexts, reason)

const getReasonText = ({ not_sent_reason: reason }: ScheduledMessage) =>
  reason !== null && isKnownReason(reason) ? reasonTexts[reason] : 'undelivered.unknown'

type UndeliveredMessagesProps = { chats: readonly Chat[]; openChatId: number | undefined }

/** Scheduled messages that were not sent, with the reason. The open chat shows its own. */
export function UndeliveredMessages({ chats, openChatId }: UndeliveredMessagesProps) {
  const rows = useScheduledMessages()?.filter(
    row =>
      row.not_sent_reason !== null &&
      !(row.chat_id === openChatId && chats.some(({ id }) => id === openChatId)),
  )
  if (!rows?.length) return null
  return (
    <Stack gap="sm" px="lg" pb="md">
      {rows.map(row => (
        <UndeliveredMessage key={row.id} row={row} />
      ))}
    </Stack>
  )
}

function UndeliveredMessage({ row }: { row: ScheduledMessage }) {
  const t = useT('sendLater')
  const formatReason = useFormatError()
  const client = useQueryClient()
  const remove = useMutation({
    ...write(scheduledMessages.remove),
    // The user may have removed it elsewhere.
    onError: () => client.invalidateQueries({ queryKey: keyOf(scheduledMessages.list, {}) }),
  })
  const runOnce = useSingleAction()
  const handleRemove = () => runOnce(() => remove.mutateAsync({ scheduled_message_id: row.id }))
  return (
    <Notice tone="warn" role="status" action={{ label: t('remove'), run: handleRemove }}>
      {t(getReasonText(row), { name: sanitizeName(row.chat_name) })}
      <Text
        span
        inherit
        display="block"
        mt="xs"
        dir="auto"
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {row.text}
      </Text>
      {remove.error && (
        <Text span inherit display="block" mt="xs" role="alert">
          {formatReason(remove.error)}
        </Text>
      )}
    </Notice>
  )
}
