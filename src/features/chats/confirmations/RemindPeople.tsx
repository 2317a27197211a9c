import { Button, Text } from '@mantine/core'
import type { Chat } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { useOpenChatWith } from '../../homework/pupils/useOpenChatWith.ts'
import { getMessageKey, useReminders } from '../../homework/reminders/reminders.ts'
import { getAnswer } from '../quote.ts'
import { useChatName } from '../useChats.ts'
import type { ChatPerson } from './confirmation.ts'

/** In characters. */
const maxNameLength = 60
const maxQuotedLength = 300

type RemindPeopleProps = { message: Message; chat: Chat; people: readonly ChatPerson[] }

/** Opens the form for a message to each of these people alone, with a first sentence. The user sends the message. */
export function RemindPeople({ message, chat, people }: RemindPeopleProps) {
  const t = useT('confirmations')
  const nameOf = useChatName()
  const { isSearching, open } = useOpenChatWith()
  const format = useFormat()
  const now = useNow()
  const remindedAt = useReminders().get(getMessageKey(message.id))
  const remind = () => {
    const text = getAnswer(message.text).trim().replaceAll(/\s+/g, ' ')
    open({
      userIds: people.map(({ id }) => id),
      remindsOf: getMessageKey(message.id),
      name: t('remind.chatName', { text: truncateText(text, maxNameLength, '…') }),
      message: t('remind.message', {
        chat: nameOf(chat),
        text: truncateText(text, maxQuotedLength, '…'),
      }),
    })
  }
  return (
    <>
      <Button aria-disabled={isSearching} onClick={remind}>
        {t('remind.action', { count: people.length })}
      </Button>
      {remindedAt !== undefined && (
        <Text size="sm" c="dimmed">
          {t('remind.remindedHere', { time: format.moment(remindedAt, now) })}
        </Text>
      )}
    </>
  )
}
