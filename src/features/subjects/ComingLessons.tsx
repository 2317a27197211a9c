import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Lesson, PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf, readDay } from '../../contract/schoolDay.ts'
import type { TimelineDay } from '../../contract/timeline.ts'
import type { Format } from '../../i18n/formats.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { type T, useT } from '../../i18n/useT.ts'
import { getSchoolNow, type SchoolNow } from '../../lib/schoolTime.ts'
import { addDaysToDay, toIsoWeek } from '../../lib/week.ts'
import { paths } from '../../paths.ts'
import { ReplacedValue, Tag, type TagKind } from '../../ui/Tag.tsx'
import { formatHour, formatPart, getChangeTag } from '../timetable/lessonText.ts'
import styles from './Subject.module.css'
import { SubjectPart } from './SubjectPart.tsx'
import { comingDaysQuery, searchDays } from './subjectLoader.ts'

export function ComingLessons({ courseId, subject }: { courseId: number; subject: Lesson }) {
  const t = useT('subject')
  const format = useFormat()
  const { lessons, schoolNow, searchedUntil, isKnown, currentQuery } = useComingLessons(courseId, subject.id)
  return (
    <SubjectPart
      title={t('lessons.title')}
      emptyMessage={
        isKnown && lessons.length === 0 && t('lessons.none', { day: format.fullDay(searchedUntil) })
      }
      result={currentQuery}
      rows={4}
    >
      {lessons.length > 0 && (
        <ol className={styles.rows}>
          {lessons.map(lesson => (
            <LessonRow key={lesson.key} courseId={courseId} lesson={lesson} schoolNow={schoolNow} />
          ))}
        </ol>
      )}
    </SubjectPart>
  )
}

type LessonRowProps = { courseId: number; lesson: PlannedLesson; schoolNow: SchoolNow }

function LessonRow({ courseId, lesson, schoolNow }: LessonRowProps) {
  const t = useT('subject')
  const tTimetable = useT('timetable')
  const format = useFormat()
  const { hour, date, room, teacher, subject } = lesson
  const isCancelled = lesson.change === 'cancelled'
  const tag = getTag(lesson, schoolNow, tTimetable)
  const hourText = formatHour(hour, tTimetable)
  const times = t('lessons.times', { start: hour.start, end: hour.end })
  const notes = [
    ...lesson.notes.filter(note => note !== subject.note?.trim()),
    ...(lesson.parts ?? []).map(part => formatPart(part, tTimetable)),
  ]
  return (
    <li className={styles.lesson} data-off={isCancelled}>
      <Link className={styles.day} to={paths.timetable(courseId, { week: toIsoWeek(date) })}>
        {formatDay(date, schoolNow.day, t, format)}
      </Link>
      <span className={styles.hour}>
        {isCancelled ? <del>{times}</del> : times}
        {hourText && (
          <Text span inherit c="var(--text-3)">
            {hourText}
          </Text>
        )}
      </span>
      <span className={styles.changes}>
        {isCancelled ? (
          <del>{room.planned ?? room.current}</del>
        ) : (
          <>
            <span>
              <ReplacedValue value={room} insteadOf={tTimetable('insteadOf')} />
            </span>
            {teacher.planned !== undefined && (
              <span>
                <ReplacedValue value={teacher} insteadOf={tTimetable('insteadOf')} />
              </span>
            )}
          </>
        )}
        {tag && <Tag {...tag} />}
      </span>
      {notes.length > 0 && (
        <Text span size="sm" c="dimmed" className={styles.note ?? ''} dir="auto">
          {notes.join(' · ')}
        </Text>
      )}
    </li>
  )
}

/** Returns no tag for a note, because the row contains its text. */
function getTag(
  lesson: PlannedLesson,
  schoolNow: SchoolNow,
  t: T<'timetable'>,
): { kind: TagKind; text: string } | undefined {
  if (lesson.change !== undefined && lesson.change !== 'note') return getChangeTag(lesson, t)
  const isNow = lesson.date === schoolNow.day && lesson.hour.start <= schoolNow.time
  return isNow ? { kind: 'now', text: t('now') } : undefined
}

function formatDay(date: string, today: string, t: T<'subject'>, format: Format): string {
  if (date === today) return t('today')
  return date === addDaysToDay(today, 1) ? t('lessons.tomorrow') : format.day(date)
}

const maxLessons = 6

/** Searches two weeks, or twelve if they have no lessons. `searchedUntil` is the last day searched. */
function useComingLessons(courseId: number, subjectId: number) {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const schoolNow = getSchoolNow(now, timeZone)
  const nearQuery = useQuery(comingDaysQuery(courseId, searchDays[0]))
  const nearLessons = findComingLessons(nearQuery.data?.rows ?? [], subjectId, schoolNow)
  const isFarSearched = nearQuery.data !== undefined && nearLessons.length === 0
  const farQuery = useQuery({
    ...comingDaysQuery(courseId, searchDays[1]),
    enabled: isFarSearched,
    placeholderData: keepPreviousData,
  })
  const currentQuery = isFarSearched ? farQuery : nearQuery
  return {
    lessons: isFarSearched ? findComingLessons(farQuery.data?.rows ?? [], subjectId, schoolNow) : nearLessons,
    schoolNow,
    searchedUntil: addDaysToDay(schoolNow.day, searchDays[isFarSearched ? 1 : 0]),
    isKnown: currentQuery.data !== undefined,
    currentQuery,
  }
}

/** Includes cancelled lessons. */
function findComingLessons(
  days: readonly TimelineDay[],
  subjectId: number,
  schoolNow: SchoolNow,
): PlannedLesson[] {
  return days
    .filter(day => day.date >= schoolNow.day)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(day => lessonsOf(readDay(day)))
    .filter(lesson => lesson.subject.id === subjectId)
    .filter(lesson => lesson.date > schoolNow.day || lesson.hour.end > schoolNow.time)
    .slice(0, maxLessons)
}
