import { Badge, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconArrowsRightLeft, IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../api/cache/query.ts'
import { withoutSignedOut } from '../../api/client/ApiError.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { usePendingEntries } from '../../delivery/DeliveryContext.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { useUnreadChats } from '../chats/sync/readState.ts'
import { sortChats, toSingleLine, useChatName } from '../chats/useChats.ts'
import styles from './Day.module.css'
import { LessonChange } from './LessonChange.tsx'
import { useMyClasses } from './MyClassesContext.ts'
import { useShowUnsent } from './ShowUnsentContext.ts'
import { Part, PartFailed } from './SidePart.tsx'
import type { ChangedLesson } from './useDayChanges.ts'

const noChats: readonly Chat[] = []

/** Rows of unread chats. The list of chats has the others. */
const maxUnreadRows = 6

export function Unread() {
  const t = useT('day')
  const { data, error, refetch } = useQuery(query(chats.list, {}))
  const rows = data?.rows ?? noChats
  const { timeZone } = useSchoolTime()
  const unread = useUnreadChats(rows)
  const total = unread.reduce((sum, { count }) => sum + count, 0)
  const sorted = sortChats(
    unread.map(({ chat }) => chat),
    timeZone,
  )
  const countById = new Map(unread.map(({ chat, count }) => [chat.id, count]))
  const rest = unread.length - maxUnreadRows
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
      footer={
        rest > 0 && (
          <UnstyledButton component={Link} to={paths.chats()} variant="link" py="sm" fz="sm">
            {t('allUnread', { count: rest })}
          </UnstyledButton>
        )
      }
    >
      {sorted.slice(0, maxUnreadRows).map(chat => (
        <UnreadChat key={chat.id} chat={chat} count={countById.get(chat.id) ?? 0} />
      ))}
    </Part>
  )
}

function UnreadChat({ chat, count }: { chat: Chat; count: number }) {
  const nameOf = useChatName()
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
  const { pending, needsDecision } = usePendingEntries()
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
