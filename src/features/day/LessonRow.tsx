import { Button } from '@mantine/core'
import { IconCheck, IconClock, IconPlus } from '@tabler/icons-react'
import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import type { Hour } from '../../contract/lessons.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { subjectColour } from '../../lib/subjectColour.ts'
import { paths } from '../../paths.ts'
import { ReplacedValue, Tag } from '../../ui/Tag.tsx'
import { formatPeriods } from '../timetable/lessonText.ts'
import { getMinutesLeft, type Phase } from '../timetable/weekModel.ts'
import { ClassBadge } from './ClassBadge.tsx'
import styles from './Day.module.css'
import { type DayHomework, findDueHomework, findToMark } from './dayHomework.ts'
import { HomeworkLine, type HomeworkState } from './HomeworkLine.tsx'
import type { MyLesson } from './myDays.ts'

type LessonRowProps = {
  entry: MyLesson
  /** Lessons of the same day. */
  lessons: readonly MyLesson[]
  homework: readonly DayHomework[]
  homeworkState: HomeworkState
  phase: Phase
  schoolNow: SchoolNow
  isChanged: boolean
  /** Address of the form for new homework, if the user may set it for this lesson. */
  newHomework: string | undefined
  isForPupil: boolean
}

export function LessonRow(props: LessonRowProps) {
  const { entry, lessons, homework, homeworkState, phase, schoolNow, isChanged, newHomework, isForPupil } =
    props
  const t = useT('day')
  const { timeZone } = useSchoolTime()
  const { courseId, className, lesson, role, hour } = entry
  const { subject, room, teacher } = lesson
  const isCancelled = lesson.change === 'cancelled'
  // A colleague collects the homework of a given lesson.
  const isFree = isCancelled || role === 'given'
  const name = isCancelled ? <del>{subject.name}</del> : subject.name
  const due = findDueHomework(homework, entry, lessons, timeZone)
  const toMark = findToMark(homework, entry).filter(row => !due.includes(row))
  const moved = isCancelled && !isForPupil ? due.find(({ canCorrect }) => canCorrect) : undefined
  return (
    <li
      className={styles.lesson}
      data-phase={phase}
      data-given={role === 'given' || undefined}
      style={{ '--subject': subjectColour(subject.id, subject.color) } as CSSProperties}
      aria-current={phase === 'current' ? 'time' : undefined}
    >
      <HourTimes hour={hour} {...(phase === 'current' && { now: schoolNow.time })} />
      <div className={styles.content}>
        <div className={styles.name}>
          <ClassBadge name={className} />
          <span className={styles.subjectLine}>
            {homeworkState === 'otherClass' ? (
              <span data-lesson={entry.key} tabIndex={-1} className={styles.subject}>
                {name}
              </span>
            ) : (
              <Link
                to={paths.timetable(courseId, { view: 'day' })}
                data-lesson={entry.key}
                className={styles.subject}
              >
                {name}
              </Link>
            )}
            <span className={styles.period}>{formatPeriodName(hour, t)}</span>
          </span>
          <span className={styles.room}>
            {isCancelled ? (
              <del>{room.planned ?? room.current}</del>
            ) : (
              <ReplacedValue value={room} insteadOf={t('insteadOf')} />
            )}
          </span>
        </div>
        <HomeworkLine {...{ entry, due, toMark, isCancelled, isForPupil, homeworkState }} />
        <p className={styles.tags}>
          {phase === 'current' && !isFree && (
            <Tag kind="now" text={t('nowLeft', { minutes: String(getMinutesLeft(hour, schoolNow)) })} />
          )}
          {isCancelled && <Tag kind="cancelled" text={withNotes(t('cancelled'), lesson.notes)} />}
          {role === 'given' && !isCancelled && (
            <Tag kind="substituted" text={t('given', { name: teacher.current || t('somebody') })} />
          )}
          {role === 'own' && !isCancelled && teacher.planned !== undefined && (
            <Tag
              kind="substituted"
              text={
                lesson.isSelfStudy
                  ? t('selfStudy')
                  : t('substitute', { name: teacher.current || t('somebody'), planned: teacher.planned })
              }
            />
          )}
          {role === 'cover' && (
            <Tag
              kind="substituted"
              text={withNotes(
                t('cover', { subject: subject.name, name: teacher.planned ?? '' }),
                lesson.notes,
              )}
            />
          )}
          {!isCancelled && room.planned !== undefined && <Tag kind="moved" text={t('newRoom')} />}
          {isChanged && <Tag kind="changed" text={t('changed')} />}
        </p>
      </div>
      {renderAction()}
    </li>
  )

  function renderAction(): ReactNode {
    if (moved)
      return (
        <RowAction
          icon={<IconClock aria-hidden />}
          to={paths.changeHomework(courseId, moved.id)}
          lesson={entry.key}
        >
          {t('moveDue')}
        </RowAction>
      )
    if (!newHomework) return null
    return (
      <RowAction icon={<IconPlus aria-hidden />} to={newHomework} lesson={entry.key}>
        {t('setHomework')}
      </RowAction>
    )
  }
}

const withNotes = (text: string, notes: readonly string[]) =>
  notes.length > 0 ? `${text}: ${notes.join(', ')}` : text

type FreeRowProps = {
  hour: Hour
  phase: Phase
  isForPupil: boolean
  /** The first homework to mark. */
  toMark: DayHomework | undefined
  count: number
}

export function FreeRow({ hour, phase, isForPupil, toMark, count }: FreeRowProps) {
  const t = useT('day')
  return (
    <li className={styles.lesson} data-phase={phase} data-free>
      <HourTimes hour={hour} />
      <div className={styles.content}>
        <div className={styles.name}>
          <span className={styles.subjectLine}>
            <span className={styles.subject}>{t('free')}</span>
            <span className={styles.period}>{formatPeriodName(hour, t)}</span>
          </span>
        </div>
        {!isForPupil && count > 0 && <p className={styles.line}>{t('toMarkInAll', { count })}</p>}
      </div>
      {toMark && !isForPupil && (
        <RowAction icon={<IconCheck aria-hidden />} to={paths.desk(toMark.course_id, toMark.id)}>
          {t('startMarking')}
        </RowAction>
      )}
    </li>
  )
}

function formatPeriodName(hour: Hour, t: ReturnType<typeof useT<'day'>>): string {
  const periods = formatPeriods(hour)
  return periods ? t('period', { period: periods }) : hour.text
}

function HourTimes({ hour, now }: { hour: Hour; now?: string }) {
  return (
    <p className={styles.times}>
      <time>{hour.start}</time>
      {now ? <b className={styles.now}>{now}</b> : <time>{hour.end}</time>}
    </p>
  )
}

type RowActionProps = {
  icon: ReactNode
  to: string
  /** Key of the lesson that gets the focus when the form is closed. */
  lesson?: string
  children: ReactNode
}

function RowAction({ icon, to, lesson, children }: RowActionProps) {
  return (
    <Button
      component={Link}
      to={to}
      state={{ from: { path: paths.day(), lesson } }}
      variant="subtle"
      size="sm"
      leftSection={icon}
      className={styles.action ?? ''}
    >
      {children}
    </Button>
  )
}
