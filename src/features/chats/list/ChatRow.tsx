import { Badge, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconBellOff, IconClock, IconPinned, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Chat } from '../../../contract/chats.ts'
import { useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { isoDateTime, toSchoolDay } from '../../../lib/schoolTime.ts'
import { daysBetween, getMonday } from '../../../lib/week.ts'
import { paths } from '../../../paths.ts'
import { useCurrentUser } from '../../../session/currentUser.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { isConfirmText } from '../confirmations/confirmation.ts'
import { splitQuote } from '../quote.ts'
import { useUnreadCount } from '../sync/readState.ts'
import { getLastActivity, toSingleLine, useChatName } from '../useChats.ts'
import styles from './ChatRow.module.css'
import type { UnsentMark } from './unsentMarks.ts'

type ChatRowProps = {
  chat: Chat
  mark: UnsentMark | undefined
  isCurrent: boolean
  /** Whether Tab focuses this row. Arrow keys focus the others. */
  isTabStop: boolean
  searchText: string
  now: number
}

export function ChatRow({ chat, mark, isCurrent, isTabStop, searchText, now }: ChatRowProps) {
  const t = useT('chats')
  const nameOf = useChatName()
  const unread = useUnreadCount(chat)
  return (
    <li>
      <Link
        className={styles.row}
        to={paths.chat(chat.id, searchText === '' ? {} : { find: searchText })}
        state={{ keepsFocus: true, toWrite: true }}
        aria-current={isCurrent ? 'page' : undefined}
        data-unread={unread > 0}
        data-muted={chat.is_muted === true}
        data-chat={chat.id}
        tabIndex={isTabStop ? 0 : -1}
      >
        <span className={styles.firstLine}>
          <bdi className={styles.name}>{nameOf(chat)}</bdi>{' '}
          {chat.broadcast_only && (
            <StatusIcon icon={<IconSpeakerphone aria-hidden />} label={t('broadcast')} />
          )}
          {chat.is_pinned && <StatusIcon icon={<IconPinned aria-hidden />} label={t('pinned')} />}
          {chat.is_muted && <StatusIcon icon={<IconBellOff aria-hidden />} label={t('muted')} />}{' '}
          <ChatTime chat={chat} now={now} />
        </span>{' '}
        <span className={styles.secondLine}>
          <LastMessage chat={chat} mark={mark} />{' '}
          {unread > 0 && (
            <Badge variant={chat.is_muted ? 'muted' : 'count'} className={styles.unread ?? ''}>
              <span aria-hidden>{unread > 999 ? '999+' : unread}</span>
              <VisuallyHidden>{t('unread', { count: unread })}</VisuallyHidden>
            </Badge>
          )}
        </span>
      </Link>
    </li>
  )
}

function StatusIcon({ icon, label }: { icon: React.ReactNode; label: string }) {
  return (
    <span className={styles.statusIcon} title={label}>
      {icon}
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

function ChatTime({ chat, now }: { chat: Chat; now: number }) {
  const t = useT('chats')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const at = getLastActivity(chat, timeZone)
  if (at === 0) return null
  const day = toSchoolDay(at, timeZone)
  const exactTime = `${format.fullDay(day)}, ${format.time(at)}`
  const formatted = {
    time: format.time(at),
    yesterday: t('yesterday'),
    weekday: format.weekday(day),
    day: format.shortDay(day),
    date: format.date(at),
  }
  return (
    <time dateTime={isoDateTime(at, timeZone)} title={exactTime}>
      {formatted[getTimeFormat(at, now, timeZone)]}
    </time>
  )
}

/** Days are those of the school. Times are in Unix ms. Future times count as today. */
export function getTimeFormat(at: number, now: number, timeZone: string) {
  const day = toSchoolDay(at, timeZone)
  const today = toSchoolDay(now, timeZone)
  const daysAgo = daysBetween(day, today)
  if (daysAgo <= 0) return 'time'
  if (daysAgo === 1) return 'yesterday'
  if (getMonday(day) === getMonday(today)) return 'weekday'
  return day.slice(0, 4) === today.slice(0, 4) ? 'day' : 'date'
}

function LastMessage({ chat, mark }: { chat: Chat; mark: UnsentMark | undefined }) {
  const t = useT('chats')
  const { id } = useCurrentUser()
  const line = getPreviewLine(chat, mark, id)
  if (line.kind === 'unknown') return <span className={styles.preview} />
  if (line.kind === 'empty') return <span className={styles.preview}>{t('line.empty')}</span>
  if (line.kind !== 'message') {
    return (
      <span className={styles.preview} data-own={line.kind}>
        {line.kind === 'failed' && <IconAlertTriangle aria-hidden />}
        {line.kind === 'waiting' && <IconClock aria-hidden />}
        <b>{t(`line.${line.kind}`)}</b>{' '}
        <bdi>{line.text || t(line.hasQuote ? 'line.quote' : 'line.files')}</bdi>
      </span>
    )
  }
  const { author, content, text } = line
  return (
    <span className={styles.preview}>
      {author === 'you' && `${t('line.you')} `}
      {typeof author === 'object' && (
        <>
          <bdi translate="no">{t('line.by', { name: sanitizeName(author.name) })}</bdi>{' '}
        </>
      )}
      {content === 'poll' &&
        `${t(isConfirmText(chat.last_message?.single_option ?? '') ? 'line.confirm' : 'line.poll')} `}
      <bdi>{content === 'files' ? t('line.files') : text}</bdi>
    </span>
  )
}

/** Without messages, a service sends no time of the last message, or the time of creation. */
const isEmpty = ({ last_message_at, created_at }: Chat): boolean =>
  last_message_at === null || last_message_at === created_at

/** An unsent message or draft replaces the last message. */
export function getPreviewLine(chat: Chat, mark: UnsentMark | undefined, personId: number) {
  if (mark) {
    const { kind, text, hasQuote = false } = mark
    return { kind, text: toSingleLine(text), hasQuote }
  }
  const last = chat.last_message
  if (!last) return { kind: isEmpty(chat) ? ('empty' as const) : ('unknown' as const) }
  const { quote, answer } = splitQuote(last.text)
  // A service may cut the text before the answer.
  const text = toSingleLine(answer === '' && quote && !last.has_files ? quote.text : answer)
  const content = last.has_poll ? 'poll' : text === '' && last.has_files ? 'files' : 'text'
  const { user } = last
  const author = user?.id === personId ? 'you' : user && !chat.is_direct ? { name: user.name } : undefined
  // Only admins write in a broadcast, so the name is omitted.
  return {
    kind: 'message' as const,
    content,
    author: chat.broadcast_only ? undefined : author,
    text,
  } as const
}
