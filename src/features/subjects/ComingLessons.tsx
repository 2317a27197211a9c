import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Lesson, type PartChange, type PlannedLesson, periodsOf } from '../../contract/lessons.ts'
import { lessonsOf, readDay } from '../../contract/schoolDay.ts'
import type { TimelineDay } from '../../contract/timeline.ts'
import type { Format } from '../../i18n/formats.ts'
import { useNow, useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { type T, useT } from '../../i18n/useT.ts'
import { toClockTime, toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, toIsoWeek } from '../../lib/week.ts'
import { paths } from '../../paths.ts'
import { ReplacedValue, Tag, type TagKind } from '../../ui/Tag.tsx'
import styles from './Subject.module.css'
import { SubjectPart } from './SubjectPart.tsx'
import { comingDays, reaches } from './subjectLoader.ts'

/** The next lessons of the subject and their substitutions. */
export function ComingLessons({ courseId, subject }: { courseId: number; subject: Lesson }) {
  const t = useT('subject')
  const format = useFormat()
  const { lessons, present, until, isKnown, asked } = useComingLessons(courseId, subject.id)
  return (
    <SubjectPart
      title={t('lessons.title')}
      emptyMessage={isKnown && lessons.length === 0 && t('lessons.none', { day: format.fullDay(until) })}
      result={asked}
      rows={4}
    >
      {lessons.length > 0 && (
        <ol className={styles.rows}>
          {lessons.map(lesson => (
            <LessonRow key={lesson.key} courseId={courseId} lesson={lesson} present={present} />
          ))}
        </ol>
      )}
    </SubjectPart>
  )
}

type LessonRowProps = { courseId: number; lesson: PlannedLesson; present: Present }

function LessonRow({ courseId, lesson, present }: LessonRowProps) {
  const t = useT('subject')
  const format = useFormat()
  const { hour, date, room, teacher, subject } = lesson
  const off = lesson.change === 'cancelled'
  const tag = tagOf(lesson, present, t)
  const periods = periodsOf(hour)
  const name = periods ? t('lessons.hour', periods) : hour.text
  const times = t('lessons.times', { start: hour.start, end: hour.end })
  // The subject's own note is already shown above.
  const notes = [
    ...lesson.notes.filter(note => note !== subject.note?.trim()),
    ...(lesson.parts ?? []).map(part => partText(part, t)),
  ]
  return (
    <li className={styles.lesson} data-off={off}>
      <Link className={styles.day} to={paths.timetable(courseId, { week: toIsoWeek(date) })}>
        {dayName(date, present.day, t, format)}
      </Link>
      <span className={styles.hour}>
        {off ? <del>{times}</del> : times}
        {name && (
          <Text span inherit c="var(--text-3)">
            {name}
          </Text>
        )}
      </span>
      <span className={styles.changes}>
        {off ? (
          <del>{room.planned ?? room.current}</del>
        ) : (
          <>
            <span>
              <ReplacedValue value={room} insteadOf={t('lessons.insteadOf')} />
            </span>
            {teacher.planned !== undefined && (
              <span>
                <ReplacedValue value={teacher} insteadOf={t('lessons.insteadOf')} />
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

function tagOf(
  { change, date, hour, room, isSelfStudy }: PlannedLesson,
  present: Present,
  t: T<'subject'>,
): { kind: TagKind; text: string } | undefined {
  if (change === 'cancelled') return { kind: change, text: t('lessons.cancelled') }
  if (change === 'substituted') {
    return { kind: change, text: t(isSelfStudy ? 'lessons.selfStudy' : 'lessons.substituted') }
  }
  if (change === 'moved') {
    return { kind: change, text: t(room.planned === undefined ? 'lessons.moved' : 'lessons.newRoom') }
  }
  if (date === present.day && hour.start <= present.time) return { kind: 'now', text: t('lessons.now') }
  return undefined
}

const kindTexts = {
  cancelled: 'lessons.cancelled',
  substituted: 'lessons.substituted',
  moved: 'lessons.newRoom',
} as const

/** Returns what changes in some periods of a double period: `Period 4: Substitute, Vogel`. */
function partText(
  { first, last, kind, isSelfStudy, teacher, room, note }: PartChange,
  t: T<'subject'>,
): string {
  const change = isSelfStudy ? t('lessons.selfStudy') : kind !== 'note' && t(kindTexts[kind])
  const text = [change, teacher, room, note].filter(Boolean).join(', ')
  return `${t('lessons.hour', { count: last - first + 1, first, last })}: ${text}`
}

function dayName(date: string, today: string, t: T<'subject'>, format: Format): string {
  if (date === today) return t('lessons.today')
  return date === addDaysToDay(today, 1) ? t('lessons.tomorrow') : format.day(date)
}

/** Maximum number of lessons shown, about one or two weeks of a subject. */
const shown = 6

/**
 * Returns the coming lessons of a subject in the next two weeks, or in the next twelve if there are none. `until` is
 * the last day searched.
 */
function useComingLessons(courseId: number, subjectId: number) {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const present = { day: toSchoolDay(now, timeZone), time: toClockTime(now, timeZone) }
  const near = useQuery(comingDays(courseId, reaches[0]))
  const found = comingLessons(near.data?.rows ?? [], subjectId, present)
  const further = near.data !== undefined && found.length === 0
  const far = useQuery({
    ...comingDays(courseId, reaches[1]),
    enabled: further,
    placeholderData: keepPreviousData,
  })
  const asked = further ? far : near
  return {
    lessons: further ? comingLessons(far.data?.rows ?? [], subjectId, present) : found,
    present,
    until: addDaysToDay(present.day, reaches[further ? 1 : 0]),
    isKnown: asked.data !== undefined,
    asked,
  }
}

/** Date and time at the school. */
type Present = { day: string; time: string }

/**
 * Returns the current and coming lessons of a subject in order of time, at most `shown`. Includes cancelled ones,
 * because the user needs to know about them.
 */
function comingLessons(days: readonly TimelineDay[], subjectId: number, present: Present): PlannedLesson[] {
  return days
    .filter(day => day.date >= present.day)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(day => lessonsOf(readDay(day)))
    .filter(lesson => lesson.subject.id === subjectId)
    .filter(lesson => lesson.date > present.day || lesson.hour.end > present.time)
    .slice(0, shown)
}
