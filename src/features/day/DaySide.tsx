import { Badge, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowsRightLeft, IconBan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { query } from '../../api/cache/query.ts'
import { type Chat, chats } from '../../contract/chats.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { parseDue } from '../../lib/due.ts'
import { formatPoints } from '../../lib/points.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween } from '../../lib/week.ts'
import { usePendingWrites } from '../../outbox/OutboxContext.ts'
import { paths } from '../../paths.ts'
import { ReplacedValue } from '../../ui/Tag.tsx'
import { useTotalUnread, useUnreadCount } from '../chats/sync/ChatSyncContext.ts'
import { toSingleLine, useChatName } from '../chats/useChats.ts'
import { ClassBadge } from './ClassBadge.tsx'
import styles from './Day.module.css'
import {
  countToMark,
  type DayHomework,
  listDueOn,
  listFeedback,
  listToDo,
  listToMark,
} from './dayHomework.ts'
import { linkOf } from './LessonRow.tsx'
import type { MyLesson } from './myDays.ts'
import { useClassNames } from './useClassNames.ts'
import type { MyHomeworkList } from './useMyHomework.ts'

type DaySideProps = {
  homework: readonly DayHomework[]
  homeworkState: Omit<MyHomeworkList, 'homework'>
  changed: readonly MyLesson[]
  schoolNow: SchoolNow
  isForPupil: boolean
}

export function DaySide(props: DaySideProps) {
  const { homework, homeworkState, changed, schoolNow, isForPupil } = props
  const t = useT('day')
  return (
    <aside className={styles.side} aria-label={t('side')}>
      {homeworkState.hasFailed && <Text c="dimmed">{t('homeworkFailed')}</Text>}
      {isForPupil ? (
        <PupilHomework {...{ homework, schoolNow }} isLoading={homeworkState.isLoading} />
      ) : (
        <TeacherHomework {...{ homework, homeworkState, schoolNow }} />
      )}
      <Unread />
      <Unsent />
      <Changes {...{ changed, schoolNow }} />
    </aside>
  )
}

type HomeworkProps = { homework: readonly DayHomework[]; schoolNow: SchoolNow }

function TeacherHomework({
  homework,
  homeworkState,
  schoolNow: { day: today },
}: HomeworkProps & { homeworkState: Omit<MyHomeworkList, 'homework'> }) {
  const t = useT('day')
  const { timeZone } = useSchoolTime()
  const classNames = useClassNames()
  const toMark = listToMark(homework)
  const dueToday = listDueOn(homework, today, timeZone)
  const formatDue = (until: string) => {
    const days = daysBetween(parseDue(until, timeZone).day, today)
    return days > 0 ? t('dueAgo', { count: days }) : days === 0 ? t('dueToday') : ''
  }
  const { uncounted, isLoading } = homeworkState
  return (
    <>
      <Part
        title={t('toMarkTitle')}
        note={toMark.length > 0 ? String(countToMark(homework)) : ''}
        empty={uncounted > 0 ? undefined : t(isLoading ? 'loadingList' : 'nothingToMark')}
        isEmpty={toMark.length === 0}
      >
        {toMark.map(row => {
          const dueText = formatDue(row.until_datetime)
          return (
            <HomeworkRow key={row.id} row={row} className={classNames.get(row.course_id)}>
              <Text span size="xs" c={dueText && dueText !== t('dueToday') ? 'var(--warn-text)' : 'dimmed'}>
                {dueText}
              </Text>
              <b>{row.counts?.toCorrect}</b>
            </HomeworkRow>
          )
        })}
        {uncounted > 0 && <li className={styles.note}>{t('uncounted', { count: uncounted })}</li>}
      </Part>
      <Part
        title={t('dueTodayTitle')}
        note={dueToday.length > 0 ? t('handedIn') : ''}
        empty={t(isLoading ? 'loadingList' : 'nothingDueToday')}
        isEmpty={dueToday.length === 0}
      >
        {dueToday.map(row => (
          <HomeworkRow key={row.id} row={row} className={classNames.get(row.course_id)}>
            <Text span size="xs" c="dimmed">
              {parseDue(row.until_datetime, timeZone).time}
            </Text>
            <span>
              {row.counts && row.is_submissionable
                ? t('countOf', { count: String(row.counts.handedIn), of: String(row.counts.of) })
                : '–'}
            </span>
          </HomeworkRow>
        ))}
      </Part>
    </>
  )
}

/** Days in which a returned correction counts as new. */
const feedbackDays = 7

function PupilHomework({
  homework,
  schoolNow: { day: today },
  isLoading,
}: HomeworkProps & { isLoading: boolean }) {
  const t = useT('day')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const toDo = listToDo(homework, today, timeZone)
  const language = useLocale()
  const feedback = listFeedback(homework, addDaysToDay(today, -feedbackDays))
  return (
    <>
      <Part
        title={t('toDoTitle')}
        note={toDo.length > 0 ? String(toDo.length) : ''}
        empty={t(isLoading ? 'loadingList' : 'nothingToDo')}
        isEmpty={toDo.length === 0}
      >
        {toDo.map(row => (
          <HomeworkRow key={row.id} row={row} isForPupil>
            <Text span size="xs" c="dimmed">
              {format.dayNear(parseDue(row.until_datetime, timeZone).day, today)}
            </Text>
          </HomeworkRow>
        ))}
      </Part>
      {feedback.length > 0 && (
        <Part title={t('feedbackTitle')} note={String(feedback.length)} isEmpty={false}>
          {feedback.map(row => (
            <HomeworkRow key={row.id} row={row} isForPupil>
              <span>
                {row.ownStatus?.points !== null && formatPoints(row.ownStatus?.points ?? 0, language)}
              </span>
            </HomeworkRow>
          ))}
        </Part>
      )}
    </>
  )
}

type HomeworkRowProps = {
  row: DayHomework
  className?: string | undefined
  isForPupil?: boolean
  children: ReactNode
}

function HomeworkRow({ row, className, isForPupil = false, children }: HomeworkRowProps) {
  return (
    <li className={styles.sideRow}>
      {className && <ClassBadge name={className} />}
      <Link className={styles.sideText} to={linkOf(row, isForPupil)}>
        <bdi>{row.text}</bdi>
      </Link>
      {children}
    </li>
  )
}

const noChats: readonly Chat[] = []

function Unread() {
  const t = useT('day')
  const { data } = useQuery(query(chats.list, {}))
  const rows = data?.rows ?? noChats
  const total = useTotalUnread(rows)
  return (
    <Part
      title={t('unreadTitle')}
      note={total > 0 ? String(total) : ''}
      empty={t(data ? 'nothingUnread' : 'loadingList')}
      isEmpty={total === 0}
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
        <Text span inherit c="dimmed">
          <bdi>{toSingleLine(chat.last_message?.text ?? '')}</bdi>
        </Text>
      </Link>
      <Badge variant="count">{count}</Badge>
    </li>
  )
}

function Unsent() {
  const t = useT('day')
  const { pending, needsDecision } = usePendingWrites()
  if (pending + needsDecision === 0) return null
  return (
    <Part title={t('unsentTitle')} note={String(pending + needsDecision)} isEmpty={false}>
      <li className={styles.sideRow}>
        <IconAlertTriangle aria-hidden />
        <span className={styles.sideText}>
          {needsDecision > 0
            ? t('unsentDecision', { count: needsDecision })
            : t('unsentWaiting', { count: pending })}
        </span>
      </li>
    </Part>
  )
}

function Changes({ changed, schoolNow }: { changed: readonly MyLesson[]; schoolNow: SchoolNow }) {
  const t = useT('day')
  const format = useFormat()
  if (changed.length === 0) return null
  return (
    <Part title={t('changesTitle')} note={String(changed.length)} isEmpty={false}>
      {changed.map(entry => {
        const { lesson, className, courseId } = entry
        const isCancelled = lesson.change === 'cancelled'
        return (
          <li key={entry.key} className={styles.sideRow}>
            {isCancelled ? <IconBan aria-hidden /> : <IconArrowsRightLeft aria-hidden />}
            <Link className={styles.sideText} to={paths.timetable(courseId, { view: 'day' })}>
              {t('changeOf', {
                className,
                subject: lesson.subject.name,
                day: lesson.date === schoolNow.day ? t('todaySmall') : format.weekday(lesson.date, 'long'),
                time: lesson.hour.start,
              })}{' '}
              {describeChange(entry)}
            </Link>
          </li>
        )
      })}
    </Part>
  )

  function describeChange({ lesson, role }: MyLesson): ReactNode {
    if (lesson.change === 'cancelled') return t('cancelledSmall')
    if (role === 'cover') return t('youCover')
    if (role === 'given') return t('given', { name: lesson.teacher.current || t('somebody') })
    if (lesson.room.planned !== undefined)
      return (
        <>
          {t('room')} <ReplacedValue value={lesson.room} insteadOf={t('insteadOf')} />
        </>
      )
    return lesson.notes.join(', ')
  }
}

type PartProps = {
  title: string
  /** At the end of the title. */
  note: string
  isEmpty: boolean
  empty?: string | undefined
  children: ReactNode
}

function Part({ title, note, isEmpty, empty, children }: PartProps) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>
        <b>{title}</b> <span>{note}</span>
      </h2>
      {isEmpty && empty ? (
        <Text size="sm" c="dimmed" py="sm">
          {empty}
        </Text>
      ) : (
        <ul>{children}</ul>
      )}
    </section>
  )
}
