import { IconClipboardCheck } from '@tabler/icons-react'
import type { Chat } from '../../../contract/chats.ts'
import type { Message, Poll } from '../../../contract/messages.ts'
import { useNow } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { MessageText } from '../message/MessageText.tsx'
import { usePoll } from '../polls/votes.ts'
import { getAnswer } from '../quote.ts'
import styles from './Confirmation.module.css'
import { ConfirmationAnswer } from './ConfirmationAnswer.tsx'
import { ConfirmationResult } from './ConfirmationResult.tsx'
import type { ConfirmOption } from './confirmation.ts'

type ConfirmationProps = {
  message: Message
  poll: Poll
  option: ConfirmOption
  chat: Chat
  isFound: boolean
}

/** A message that asks for confirmation: the sender sees the result, everyone else the button. */
export function Confirmation({ message, poll, option, chat, isFound }: ConfirmationProps) {
  const t = useT('confirmations')
  const format = useFormat()
  const now = useNow()
  const pollState = usePoll(message, poll)
  const { closesAt, isClosed } = pollState
  const time = closesAt === undefined ? undefined : format.moment(closesAt, now)
  const title = time === undefined ? t('title') : t(isClosed ? 'titleClosed' : 'titleUntil', { time })
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.part}>
        <p className={styles.title} data-own={message.is_own}>
          <IconClipboardCheck aria-hidden />
          <span>{title}</span>
        </p>
        <MessageText text={getAnswer(message.text)} isFound={isFound} />
      </div>
      <div className={styles.part}>
        {message.is_own ? (
          <ConfirmationResult message={message} option={option} chat={chat} />
        ) : (
          <ConfirmationAnswer message={message} option={option} pollState={pollState} />
        )}
      </div>
    </section>
  )
}
