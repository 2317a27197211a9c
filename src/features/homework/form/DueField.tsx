import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { type Hour, periodsOf } from '../../../contract/lessons.ts'
import { lessonsOf, readDay as readSchoolDay } from '../../../contract/schoolDay.ts'
import { maxDaysForward, type TimelineDay, timeline } from '../../../contract/timeline.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDay } from '../../../lib/parseDay.ts'
import { toClockTime, toSchoolDay } from '../../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween } from '../../../lib/week.ts'
import { DateField } from '../../../ui/inputs/DateField.tsx'
import styles from './HomeworkForm.module.css'

type DueFieldProps = {
  courseId: number
  subject: { id: number; name: string } | undefined
  value: string
  error: string | undefined
  onChange: (day: string) => void
}

/** The user types or picks the due day, or chooses one of the next two lessons of the subject. */
export function DueField({ courseId, subject, value, error, onChange }: DueFieldProps) {
  const t = useT('homework')
  const formatError = useFormatError()
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const next = useNextLessons(courseId, subject?.id ?? null)
  const isDay = parseDay(value, today) === value
  const [visibleUntil, setVisibleUntil] = useState('')
  const closedDays = useClosedDays(courseId, isDay && value > visibleUntil ? value : visibleUntil)
  const note = value < today ? t('form.past') : closedDays.has(value) ? t('form.noSchool') : ''
  const hint = isDay ? [format.fullDay(value), note].filter(Boolean).join('. ') : undefined
  return (
    <Stack gap="sm">
      <DateField
        label={t('form.due')}
        description={hint}
        error={error}
        value={value}
        today={today}
        labels={{
          open: t('form.calendar'),
          previous: t('form.monthBefore'),
          next: t('form.monthAfter'),
          past: t('form.pastDay'),
          closed: t('form.closedDay'),
        }}
        getMark={day => (day < today ? 'past' : closedDays.has(day) ? 'closed' : undefined)}
        onMonthChange={first => setVisibleUntil(addDaysToDay(first, maxDaysOfMonthView))}
        onChange={onChange}
      />
      {subject && <div className={styles.lessons}>{renderNextLessons(subject.name)}</div>}
    </Stack>
  )

  function renderNextLessons(name: string) {
    if (next.lessons.length > 0) {
      return next.lessons.map((lesson, at) => (
        <Button
          key={lesson.day}
          size="sm"
          aria-pressed={lesson.day === value}
          onClick={() => onChange(lesson.day)}
        >
          {getLessonLabel(lesson, at, name)}
        </Button>
      ))
    }
    if (next.isLoading) return <p>{t('form.looking')}</p>
    if (next.error) {
      return <p>{t('form.noTimetable', { reason: formatError(next.error) })}</p>
    }
    return <p>{t('form.noLesson', { subject: name, day: format.day(next.until) })}</p>
  }

  /** Only the first label names the subject. */
  function getLessonLabel(lesson: NextLesson, at: number, subject: string): string {
    const facts = { subject, day: format.day(lesson.day) }
    const periods = periodsOf(lesson)
    if (!periods) return t(at === 0 ? 'form.nextTime' : 'form.afterTime', { ...facts, time: lesson.start })
    return t(at === 0 ? 'form.next' : 'form.after', { ...facts, hour: t('form.hour', periods) })
  }
}

/** Including up to six days of the next month. */
const maxDaysOfMonthView = 30 + 6

/** In days. The first two are those of `useNextLessons`, so that their responses are shared. */
const calendarRanges = [14, 84, 168, maxDaysForward]

/** Returns the days without school from today to `until`, as far as the service sends them. */
function useClosedDays(courseId: number, until: string): ReadonlySet<string> {
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const daysAhead = until === '' ? 0 : daysBetween(today, until)
  const days_forward = calendarRanges.find(range => range >= daysAhead) ?? maxDaysForward
  const { data } = useQuery({
    ...query(timeline.days, { course_id: courseId, start_today: true, days_forward }),
    placeholderData: keepPreviousData,
  })
  return new Set(data?.rows.filter(day => day.is_unschooled).map(({ date }) => date))
}

/** In days, for the first and the second request. Two weeks contain most subjects twice, 12 weeks the longest holidays. */
const nextLessonRanges = [14, 84] as const

type NextLessons = {
  lessons: readonly NextLesson[]
  /** Last searched day, `YYYY-MM-DD`. */
  until: string
  isLoading: boolean
  error: Error | null
}

/** Loads a longer range if the first one has fewer than two lessons. */
function useNextLessons(courseId: number, subjectId: number | null): NextLessons {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const current = { day: toSchoolDay(now, timeZone), time: toClockTime(now, timeZone) }
  const input = (days_forward: number) => ({ course_id: courseId, start_today: true, days_forward })
  const near = useQuery(query(timeline.days, input(nextLessonRanges[0])))
  const findLessons = (days: readonly TimelineDay[] | undefined) =>
    days && subjectId !== null ? findNextLessons(days, subjectId, current) : []
  const found = findLessons(near.data?.rows)
  const needsFar = subjectId !== null && near.data !== undefined && found.length < 2
  const far = useQuery({
    ...query(timeline.days, input(nextLessonRanges[1])),
    enabled: needsFar,
    placeholderData: keepPreviousData,
  })
  const isFarLoaded = needsFar && far.data !== undefined
  return {
    lessons: isFarLoaded ? findLessons(far.data?.rows) : found,
    until: addDaysToDay(current.day, nextLessonRanges[isFarLoaded ? 1 : 0]),
    isLoading: near.isPending || (needsFar && far.isPending),
    error: near.data === undefined ? near.error : needsFar && !isFarLoaded ? far.error : null,
  }
}

/** `start` is `HH:MM` in school time. */
type NextLesson = Pick<Hour, 'position' | 'lastPosition' | 'start'> & { day: string }

/** In school time. */
type SchoolMoment = { day: string; time: string }

/**
 * Returns the first lesson of each of the next days with the subject, at most `count`. Skips today once that lesson has
 * begun.
 */
export function findNextLessons(
  days: readonly TimelineDay[],
  subjectId: number,
  current: SchoolMoment,
  count = 2,
): NextLesson[] {
  return days
    .filter(day => day.date >= current.day && !day.is_unschooled)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .flatMap(day => {
      const [first] = lessonsOf(readSchoolDay(day))
        .filter(({ subject, change }) => subject.id === subjectId && change !== 'cancelled')
        .map(({ hour }) => ({
          day: day.date,
          position: hour.position,
          lastPosition: hour.lastPosition,
          start: hour.start,
        }))
      if (!first || (day.date === current.day && first.start <= current.time)) return []
      return [first]
    })
    .slice(0, count)
}
