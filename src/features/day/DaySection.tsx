import { Badge, Box } from '@mantine/core'
import { minutesOf } from '../../contract/lessons.ts'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import type { SchoolNow } from '../../lib/schoolTime.ts'
import { getPhase } from '../timetable/weekModel.ts'
import styles from './Day.module.css'
import { countToMark, type DayHomework, listToMark } from './dayHomework.ts'
import { FreeRow, LessonRow } from './LessonRow.tsx'
import type { MyClass } from './MyClassesContext.ts'
import { lessonsOfDay, type MyDay, type MyLesson } from './myDays.ts'
import { getNewHomeworkPath } from './newHomeworkPath.ts'
import type { LoadState } from './useMyHomework.ts'

export type DaySectionProps = {
  day: MyDay
  /** All loaded days, to find the next lesson of a subject. */
  days: readonly MyDay[]
  schoolNow: SchoolNow
  homework: readonly DayHomework[]
  homeworkState: LoadState
  classes: readonly MyClass[]
  /** Whether `classes` is complete. */
  areClassesKnown: boolean
  changed: readonly MyLesson[]
  isForPupil: boolean
  /** False while it is unknown. */
  isTeacher: boolean
}

export function DaySection(props: DaySectionProps) {
  const { day, days, schoolNow, homework, homeworkState, changed, isForPupil, isTeacher } = props
  const { classes, areClassesKnown } = props
  const t = useT('day')
  const format = useFormat()
  const isToday = day.date === schoolNow.day
  const lessons = lessonsOfDay(day)
  const next = isToday && lessons.length === 0 ? findNextLesson(days, schoolNow) : undefined
  const isOtherClass = (courseId: number) => areClassesKnown && classes.every(({ id }) => id !== courseId)
  const [first] = lessons
  const last = lessons.at(-1)
  return (
    <section className={styles.day} aria-labelledby={`day-${day.date}`}>
      <h2 id={`day-${day.date}`} className={styles.heading}>
        <b>{format.weekday(day.date, 'long')}</b>{' '}
        <Box component="time" dateTime={day.date} c="dimmed">
          {format.dayAndMonth(day.date)}
        </Box>
        {isToday ? (
          <Badge variant="new" ml="auto">
            {t('today')}
          </Badge>
        ) : (
          first &&
          last && (
            <Box component="span" ml="auto" c="dimmed" fz="sm">
              {t('times', { start: first.hour.start, end: last.hour.end })}
            </Box>
          )
        )}
      </h2>
      {lessons.length === 0 && (
        <p className={styles.empty}>
          {day.noSchool && day.reason ? `${day.reason}. ` : ''}
          {t('noLessons')}{' '}
          {next &&
            t('nextLesson', {
              day: format.weekday(next.lesson.date, 'long'),
              time: next.hour.start,
              subject: next.lesson.subject.name,
              className: next.className,
              hasRoom: String(next.lesson.room.current !== ''),
              room: next.lesson.room.current,
            })}
        </p>
      )}
      <ol className={styles.rows}>
        {day.entries.map(entry => {
          const phase = getPhase(day.date, entry.hour, schoolNow)
          if (entry.kind === 'lesson')
            return (
              <LessonRow
                key={entry.key}
                {...{ entry, lessons, homework, phase, schoolNow, isForPupil }}
                isChanged={changed.some(({ key }) => key === entry.key)}
                homeworkState={isOtherClass(entry.courseId) ? 'otherClass' : homeworkState}
                newHomework={isTeacher ? getNewHomeworkPath(entry, days, classes) : undefined}
              />
            )
          if (entry.kind === 'free')
            return (
              <FreeRow
                key={entry.key}
                {...{ hour: entry.hour, phase, isForPupil }}
                toMark={listToMark(homework)[0]}
                count={countToMark(homework)}
              />
            )
          return (
            <li key={entry.key} className={styles.break}>
              <time>{entry.hour.start}</time>
              <span>
                {t('break', { minutes: String(minutesOf(entry.hour.end) - minutesOf(entry.hour.start)) })}
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

const findNextLesson = (days: readonly MyDay[], { day: today }: SchoolNow): MyLesson | undefined =>
  days
    .filter(({ date }) => date > today)
    .flatMap(lessonsOfDay)
    .find(({ lesson }) => lesson.change !== 'cancelled')
