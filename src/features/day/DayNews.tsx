import { Badge, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowsRightLeft, IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { usePendingWrites } from '../../outbox/OutboxContext.ts'
import { paths } from '../../paths.ts'
import { useTotalUnread, useUnreadCount } from '../chats/sync/ChatSyncContext.ts'
import { toSingleLine, useChatName } from '../chats/useChats.ts'
import styles from './Day.module.css'
import { withoutSignedOut } from './dayErrors.ts'
import { LessonChange } from './LessonChange.tsx'
import { useMyClasses } from './MyClassesContext.ts'
import { useShowUnsent } from './ShowUnsentContext.ts'
import { Part, PartFailed } from './SidePart.tsx'
import type { ChangedLesson } from './useDayChanges.ts'

const noChats: readonly Chat[] = []

export function Unread() {
  const t = useT('day')
  const { data, error, refetch } = useQuery(query(chats.list, {}))
  const rows = data?.rows ?? noChats
  const total = useTotalUnread(rows)
  const reason = data ? null : withoutSignedOut(error)
  if (reason)
    return (
      <Part
        title={t('unreadTitle')}
        note=""
        empty={<PartFailed sentence={t('chatsFailed')} error={reason} retry={() => void refetch()} />}
      />
    )
  return (
    <Part
      title={t('unreadTitle')}
      note={total > 0 ? String(total) : ''}
      empty={total === 0 ? t(data ? 'nothingUnread' : 'loadingList') : undefined}
    >
      {rows.map(chat => (
        <UnreadChat key={chat.id} chat={chat} />
      ))}
    </Part>
  )
}

function UnreadChat({ chat }: { chat: Chat }) {
  const nameOf = useChatName()
  const count = useUnreadCount(chat)
  if (count === 0 || chat.is_muted) return null
  return (
    <li className={styles.sideRow}>
      <Link className={styles.sideText} to={paths.chat(chat.id)}>
        <b>
          <bdi>{nameOf(chat)}</bdi>
        </b>{' '}
        <bdi className={styles.preview}>{toSingleLine(chat.last_message?.text ?? '')}</bdi>
      </Link>
      <Badge variant="count">{count}</Badge>
    </li>
  )
}

export function Unsent() {
  const t = useT('day')
  const { pending, needsDecision } = usePendingWrites()
  const showUnsent = useShowUnsent()
  if (pending + needsDecision === 0) return null
  return (
    <Part title={t('unsentTitle')} note={String(pending + needsDecision)}>
      <li className={styles.sideRow}>
        <IconAlertTriangle aria-hidden />
        <UnstyledButton className={styles.sideText ?? ''} onClick={showUnsent}>
          {needsDecision > 0
            ? t('unsentDecision', { count: needsDecision })
            : t('unsentWaiting', { count: pending })}
        </UnstyledButton>
      </li>
    </Part>
  )
}

export function Changes({ changed, schoolNow }: { changed: readonly ChangedLesson[]; schoolNow: SchoolNow }) {
  const t = useT('day')
  const format = useFormat()
  const classes = useMyClasses()
  if (changed.length === 0) return null
  return (
    <Part title={t('changesTitle')} note={String(changed.length)}>
      {changed.map(entry => {
        const { lesson, className, courseId } = entry
        const isCancelled = lesson.change === 'cancelled'
        const text = (
          <>
            {t('changeOf', {
              className,
              subject: lesson.subject.name,
              day: lesson.date === schoolNow.day ? t('todaySmall') : format.weekday(lesson.date, 'long'),
              time: lesson.hour.start,
            })}{' '}
            <LessonChange changed={entry} />
          </>
        )
        return (
          <li key={entry.key} className={styles.sideRow} data-wraps>
            {isCancelled ? <IconBan aria-hidden /> : <IconArrowsRightLeft aria-hidden />}
            {classes.some(({ id }) => id === courseId) ? (
              <Link className={styles.sideText} to={paths.timetable(courseId, { view: 'day' })}>
                {text}
              </Link>
            ) : (
              <span className={styles.sideText}>{text}</span>
            )}
          </li>
        )
      })}
    </Part>
  )
}
