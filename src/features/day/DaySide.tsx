import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale } from 'use-intl'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { parseDue } from '../../lib/due.ts'
import { formatPoints } from '../../lib/points.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween } from '../../lib/week.ts'
import { ClassBadge } from './ClassBadge.tsx'
import styles from './Day.module.css'
import { Changes, Unread, Unsent } from './DayNews.tsx'
import {
  countToMark,
  type DayHomework,
  formatHandedIn,
  listDueOn,
  listFeedback,
  listToDo,
  listToMark,
} from './dayHomework.ts'
import { linkOf } from './homeworkLink.ts'
import { useMyClasses } from './MyClassesContext.ts'
import { Part, PartFailed, useShownRows } from './SidePart.tsx'
import { useClassName } from './useClassName.ts'
import type { ChangedLesson } from './useDayChanges.ts'
import { daysBack, type MyHomework } from './useMyHomework.ts'

type DaySideProps = {
  homework: readonly DayHomework[]
  homeworkState: Omit<MyHomework, 'homework'>
  changed: readonly ChangedLesson[]
  schoolNow: SchoolNow
  isForPupil: boolean
  /** Until it is loaded, the user may be a pupil or a teacher. */
  isProfileLoading: boolean
}

export function DaySide(props: DaySideProps) {
  const { homework, homeworkState, changed, schoolNow, isForPupil, isProfileLoading } = props
  const t = useT('day')
  return (
    <aside className={styles.side} aria-label={t('side')}>
      {homeworkState.error && (
        <Text component="div" size="sm" pt="md">
          <PartFailed
            sentence={t('homeworkFailed')}
            error={homeworkState.error}
            retry={homeworkState.retry}
          />
        </Text>
      )}
      {isProfileLoading ? null : isForPupil ? (
        <PupilHomework {...{ homework, homeworkState, schoolNow }} />
      ) : (
        <TeacherHomework {...{ homework, homeworkState, schoolNow }} />
      )}
      <Unread />
      <Unsent />
      <Changes {...{ changed, schoolNow }} />
    </aside>
  )
}

type HomeworkProps = Pick<DaySideProps, 'homework' | 'homeworkState' | 'schoolNow'>

/** Text for an empty list. An empty list is a fact only if all homework is loaded (rule 46). */
function useEmptyText({ state }: DaySideProps['homeworkState']) {
  const t = useT('day')
  return (whenLoaded: string) =>
    state === 'loaded' ? whenLoaded : t(state === 'loading' ? 'loadingList' : 'notLoaded')
}

function TeacherHomework({ homework, homeworkState, schoolNow: { day: today } }: HomeworkProps) {
  const t = useT('day')
  const { timeZone } = useSchoolTime()
  const getClassName = useClassName()
  const classNames = new Map(useMyClasses().map(myClass => [myClass.id, getClassName(myClass)]))
  const toMark = listToMark(homework)
  const dueToday = listDueOn(homework, today, timeZone).filter(({ canCorrect }) => canCorrect)
  const formatDue = (until: string) => {
    const days = daysBetween(parseDue(until, timeZone).day, today)
    return days > 0 ? t('dueAgo', { count: days }) : days === 0 ? t('dueToday') : ''
  }
  const getEmptyText = useEmptyText(homeworkState)
  const toMarkRows = useShownRows(toMark)
  const dueTodayRows = useShownRows(dueToday)
  return (
    <>
      <Part
        title={t('toMarkTitle')}
        footer={
          <>
            {toMarkRows.button}
            {toMark.length > 0 && <p className={styles.note}>{t('markRange', { days: String(daysBack) })}</p>}
          </>
        }
        note={toMark.length > 0 ? t('inAllClasses', { count: countToMark(homework) }) : ''}
        empty={toMark.length === 0 ? getEmptyText(t('nothingToMark', { days: String(daysBack) })) : undefined}
      >
        {toMarkRows.shown.map(row => {
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
      </Part>
      <Part
        title={t('dueTodayTitle')}
        footer={dueTodayRows.button}
        note={dueToday.length > 0 ? t('handedIn') : ''}
        empty={dueToday.length === 0 ? getEmptyText(t('nothingDueToday')) : undefined}
      >
        {dueTodayRows.shown.map(row => (
          <HomeworkRow key={row.id} row={row} className={classNames.get(row.course_id)}>
            <Text span size="xs" c="dimmed">
              {parseDue(row.until_datetime, timeZone).time}
            </Text>
            <span>{row.counts ? t('countOf', formatHandedIn(row.counts)) : '–'}</span>
          </HomeworkRow>
        ))}
      </Part>
    </>
  )
}

/** Days in which a returned correction counts as new. */
const feedbackDays = 7

function PupilHomework({ homework, homeworkState, schoolNow: { day: today } }: HomeworkProps) {
  const t = useT('day')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const getEmptyText = useEmptyText(homeworkState)
  const toDo = listToDo(homework, today, timeZone)
  const language = useLocale()
  const feedback = listFeedback(homework, addDaysToDay(today, -feedbackDays))
  const formatDue = (until: string) => {
    const { day } = parseDue(until, timeZone)
    return day === today ? t('dueToday') : format.dayNear(day, today)
  }
  const toDoRows = useShownRows(toDo)
  const feedbackRows = useShownRows(feedback)
  return (
    <>
      <Part
        title={t('toDoTitle')}
        footer={toDoRows.button}
        note={toDo.length > 0 ? String(toDo.length) : ''}
        empty={toDo.length === 0 ? getEmptyText(t('nothingToDo')) : undefined}
      >
        {toDoRows.shown.map(row => (
          <HomeworkRow key={row.id} row={row} isForPupil>
            <Text span size="xs" c="dimmed">
              {formatDue(row.until_datetime)}
            </Text>
          </HomeworkRow>
        ))}
      </Part>
      {feedback.length > 0 && (
        <Part title={t('feedbackTitle')} note={String(feedback.length)} footer={feedbackRows.button}>
          {feedbackRows.shown.map(row => (
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
