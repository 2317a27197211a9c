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
  listDueOn,
  listFeedback,
  listToDo,
  listToMark,
} from './dayHomework.ts'
import { linkOf } from './LessonRow.tsx'
import { useMyClasses } from './MyClassesContext.ts'
import type { MyLesson } from './myDays.ts'
import { Part } from './SidePart.tsx'
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
  const classNames = new Map(useMyClasses().map(({ id, name }) => [id, name]))
  const toMark = listToMark(homework)
  const dueToday = listDueOn(homework, today, timeZone).filter(({ canCorrect }) => canCorrect)
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
