import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconQuote, IconTrash } from '@tabler/icons-react'
import { memo, useEffect, useRef, useState } from 'react'
import { whyReadOnly } from '../../../contract/chats.ts'
import type { Message } from '../../../contract/messages.ts'
import { useOpenDelivery } from '../../../delivery/DeliveryContext.ts'
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { quoteMessage } from '../composer/quoteMessage.ts'
import { Confirmation } from '../confirmations/Confirmation.tsx'
import { findConfirmOption } from '../confirmations/confirmation.ts'
import { focusMessageField } from '../MessageField.tsx'
import { canDelete } from '../message/deleteMessage.tsx'
import {
  type MessageListValue,
  useMessageList,
  useMessageListChat,
  useQuotedMessages,
} from '../message/MessageListContext.ts'
import { MessageText } from '../message/MessageText.tsx'
import { QuoteBlock } from '../message/QuoteBlock.tsx'
import { MessagePoll } from '../polls/MessagePoll.tsx'
import { createQuote, findQuotedId, getAnswer, type Quote, splitQuote } from '../quote.ts'
import { AddReaction, Reactions } from '../reactions/Reactions.tsx'
import { MessageFiles } from './MessageFiles.tsx'
import styles from './MessageRow.module.css'
import { findRowIndex, getRowHead, getRowKind, type RowHead, type SentAt } from './rows.ts'
import { useRowActions } from './useRowKeys.ts'

type MessageRowProps = {
  message: Message
  previous: Message | undefined
  isNew: boolean
  isFound: boolean
}

export const MessageRow = memo(function MessageRow({ message, previous, isNew, isFound }: MessageRowProps) {
  const list = useMessageList()
  const head = getRowHead({ message, previous, isNew, timeZone: list.timeZone })
  return (
    <div className={styles.row}>
      {head.day && <h3 className={styles.day}>{formatDayHeading(head.day, list)}</h3>}
      {head.newMarker && (
        <p className={styles.newMarker}>
          <span>{formatNewHeading(head.newMarker.since, list)}</span>
        </p>
      )}
      {getRowKind(message) === 'written' ? (
        <UserMessage message={message} head={head} isFound={isFound} />
      ) : (
        <SystemLine message={message} />
      )}
    </div>
  )
})

type UserMessageProps = { message: Message; head: RowHead; isFound: boolean }

function UserMessage({ message, head, isFound }: UserMessageProps) {
  const { t } = useMessageList()
  const { areActionsShown, pointerHandlers } = useRowActions()
  const { id, is_own, sent_at } = message
  const name = is_own ? t('you') : sanitizeName(message.user.name)
  const time = <time dateTime={sent_at}>{head.sent?.clock ?? sent_at}</time>
  return (
    <article
      className={styles.message}
      tabIndex={-1}
      data-message={id}
      data-own={is_own}
      data-named={head.showsAuthor}
      data-found={isFound}
      aria-labelledby={`message-${id}-head message-${id}`}
      {...pointerHandlers}
    >
      {head.showsAuthor ? (
        <PersonAvatar name={message.user.name} />
      ) : (
        <span className={styles.gutter} aria-hidden>
          {time}
        </span>
      )}
      <div className={styles.body}>
        {head.showsAuthor ? (
          <p className={styles.head} id={`message-${id}-head`}>
            <bdi translate="no" className={styles.name}>
              {name}
            </bdi>{' '}
            {time}
          </p>
        ) : (
          <VisuallyHidden>
            <span id={`message-${id}-head`}>
              <bdi translate="no">{name}</bdi> {time}
            </span>
          </VisuallyHidden>
        )}
        <MessageContent message={message} isFound={isFound} />
      </div>
      {areActionsShown && <RowActions message={message} />}
    </article>
  )
}

function SystemLine({ message }: { message: Message }) {
  const { t } = useMessageList()
  const text = getRowKind(message) === 'hidden' ? t('hidden') : message.text.trim() || t('notice')
  return (
    <p className={styles.systemLine} tabIndex={-1} data-message={message.id} dir="auto">
      {text}
    </p>
  )
}

type RowTexts = Pick<MessageListValue, 't' | 'format' | 'today'>

/** Returns `Today` or `Tuesday 17 November`, with the year if it is not the current one. */
function formatDayHeading(day: string, { t, format, today }: RowTexts): string {
  if (day === today) return t('today')
  if (day.slice(0, 4) !== today.slice(0, 4)) return format.fullDay(day)
  return t('day', { weekday: format.weekday(day, 'long'), date: format.dayAndMonth(day) })
}

/** Returns `New since 08:02`, with the day if it is not today. */
function formatNewHeading(since: SentAt | undefined, { t, format, today }: RowTexts): string {
  if (!since) return t('new')
  const time = since.day === today ? since.clock : `${format.day(since.day)} ${since.clock}`
  return t('newSince', { time })
}

function MessageContent({ message, isFound }: { message: Message; isFound: boolean }) {
  const { chat } = useMessageListChat()
  const { quote, answer } = splitQuote(message.text)
  const confirmOption = message.poll && findConfirmOption(message.poll)
  return (
    <div id={`message-${message.id}`}>
      {message.poll && confirmOption ? (
        <>
          {quote && <MessageQuote message={message} quote={quote} />}
          <Confirmation
            message={message}
            poll={message.poll}
            option={confirmOption}
            chat={chat}
            isFound={isFound}
          />
        </>
      ) : message.poll ? (
        <MessagePoll message={message} poll={message.poll} chat={chat} />
      ) : (
        <>
          {quote && <MessageQuote message={message} quote={quote} />}
          {answer.trim() !== '' && <MessageText text={answer} isFound={isFound} />}
        </>
      )}
      {message.has_files && <MessageFiles files={message.files} />}
      <Reactions message={message} />
    </div>
  )
}

/** Leads to the quoted message if it is loaded. */
function MessageQuote({ message, quote }: { message: Message; quote: Quote }) {
  const { messages, isComplete, showMessage } = useQuotedMessages()
  const quotedId = findQuotedId(messages, findRowIndex(messages, message.id), quote)
  return (
    <QuoteBlock
      quote={quote}
      isUnconfirmed={quotedId === null && isComplete}
      onPress={typeof quotedId === 'number' ? () => showMessage(quotedId) : undefined}
    />
  )
}

function RowActions({ message }: { message: Message }) {
  const { t } = useMessageList()
  const { chat, requestDelete } = useMessageListChat()
  const quote = createQuote(message)
  const answer = message.poll && !findConfirmOption(message.poll) ? message.text : getAnswer(message.text)
  const bar = useRef<HTMLDivElement>(null)
  // On touch screens the toolbar is above the message, maybe out of view. A tap focuses the message before its click.
  // Scrolling between them would move the target away from the finger, and a vote would be lost.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) return
    const frame = requestAnimationFrame(() => void bar.current?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <div ref={bar} className={styles.actions} role="toolbar" aria-label={t('actions')}>
      <AddReaction message={message} />
      {quote && !whyReadOnly(chat) && <QuoteButton chatId={chat.id} quote={quote} />}
      {answer.trim() !== '' && <CopyButton text={answer} />}
      {canDelete(message) && (
        <ActionIcon
          variant="subtle"
          size="sm"
          aria-label={t('delete')}
          title={t('delete')}
          onClick={() => requestDelete(message)}
        >
          <IconTrash aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function QuoteButton({ chatId, quote }: { chatId: number; quote: Quote }) {
  const { t, announce } = useMessageList()
  const openDelivery = useOpenDelivery()
  const addQuote = async () => {
    try {
      await quoteMessage(await openDelivery(), chatId, quote)
      // If another tab was writing, the field can be edited only now.
      focusMessageField()
      announce(t('quoting', { name: quote.author }))
    } catch {
      announce(t('quoteFailed'))
    }
  }
  return (
    <ActionIcon
      variant="subtle"
      size="sm"
      aria-label={t('quote')}
      title={t('quote')}
      onClick={() => void addQuote()}
    >
      <IconQuote aria-hidden />
    </ActionIcon>
  )
}

function CopyButton({ text }: { text: string }) {
  const { t, announce } = useMessageList()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('copied'))
    } catch {
      announce(t('copyFailed'))
    }
  }
  const label = copied ? t('copied') : t('copy')
  return (
    <ActionIcon variant="subtle" size="sm" aria-label={label} title={label} onClick={() => void copy()}>
      {copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
    </ActionIcon>
  )
}
