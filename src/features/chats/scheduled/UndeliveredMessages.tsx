import { Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { write } from '../../../api/cache/query.ts'
import type { Chat } from '../../../contract/chats.ts'
import { scheduledMessages } from '../../../contract/scheduledMessages.ts'
import { useT } from '../../../i18n/useT.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useScheduledMessages } from './useScheduledMessages.ts'

/** Scheduled messages that were not sent because the user lost the chat. */
export function UndeliveredMessages({ chats }: { chats: readonly Chat[] }) {
  const t = useT('sendLater')
  const remove = useMutation(write(scheduledMessages.remove))
  const rows = useScheduledMessages().filter(
    row => row.not_sent_reason !== null && !chats.some(({ id }) => id === row.chat_id),
  )
  if (rows.length === 0) return null
  return (
    <Stack gap="sm" px="lg" pb="md">
      {rows.map(row => (
        <Notice
          key={row.id}
          tone="warn"
          role="status"
          action={{ label: t('remove'), run: () => remove.mutate({ scheduled_message_id: row.id }) }}
        >
          {t(row.not_sent_reason === 'chat_deleted' ? 'chatDeleted' : 'notAMember', { name: row.chat_name })}
          <Text span display="block" dir="auto" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
            {row.text}
          </Text>
        </Notice>
      ))}
    </Stack>
  )
}
