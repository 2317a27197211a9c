import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../../api/cache/query.ts'
import { type TimelineDay, timeline } from '../../../contract/timeline.ts'
import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { readDay } from '../../../lib/readDay.ts'
import { clockOf, dayOf } from '../../../lib/schoolTime.ts'
import { plusDays } from '../../../lib/week.ts'
import { DateField } from '../../../ui/inputs/DateField.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import styles from './HomeworkForm.module.css'
import { type NextLesson, nextLessons } from './nextLesson.ts'

type DueFieldProps = {
  courseId: number
  subject: { id: number; name: string } | undefined
  value: string
  error: string | undefined
  onChange: (day: string) => void
}

/** The day it is due: typed or picked, or one of the next two lessons of the subject. */
export function DueField({ courseId, subject, value, error, onChange }: DueFieldProps) {
  const t = useT('homework')
  const tErrors = useT('errors')
  const format = useFormat()
  const { timeZone } = useSchoolTime()
  const today = dayOf(useNow(), timeZone)
  const next = useNextLessons(courseId, subject?.id ?? null)
  const day = next.days.find(({ date }) => date === value)
  const note = value < today ? t('form.past') : day?.is_unschooled ? t('form.noSchool') : ''
  const hint =
    readDay(value, today) === value ? [format.fullDay(value), note].filter(Boolean).join('. ') : undefined
  return (
    <div className={styles.due}>
      <DateField
        label={t('form.due')}
        description={hint}
        error={error}
        value={value}
        today={today}
        words={{ open: t('form.calendar'), previous: t('form.monthBefore'), next: t('form.monthAfter') }}
        onChange={onChange}
      />
      {subject && <div className={styles.lessons}>{offers(subject.name)}</div>}
    </div>
  )

  function offers(name: string) {
    if (next.lessons.length > 0) {
      return next.lessons.map((lesson, at) => (
        <Button
          key={lesson.day}
          size="sm"
          aria-pressed={lesson.day === value}
          onClick={() => onChange(lesson.day)}
        >
          {at === 0 ? nameOf(lesson, name) : dayAndHour(lesson)}
        </Button>
      ))
    }
    if (next.looking) return <p>{t('form.looking')}</p>
    if (next.error) {
      return <p>{t('form.noTimetable', { reason: errorSentence(next.error, tErrors, format.time) })}</p>
    }
    return <p>{t('form.noLesson', { subject: name, day: format.day(next.until) })}</p>
  }

  function nameOf({ day: date, hour, start }: NextLesson, name: string): string {
    const facts = { subject: name, day: format.day(date) }
    return hour === null
      ? t('form.nextTime', { ...facts, time: start })
      : t('form.next', { ...facts, hour: t('form.hour', { position: hour }) })
  }

  function dayAndHour({ day: date, hour, start }: NextLesson): string {
    return hour === null
      ? t('form.afterTime', { day: format.day(date), time: start })
      : t('form.after', { day: format.day(date), hour: t('form.hour', { position: hour }) })
  }
}

/** Two weeks hold most subjects twice; the longest holidays are over in ten more. */
const reaches = [14, 84] as const

type NextLessons = {
  lessons: readonly NextLesson[]
  days: readonly TimelineDay[]
  /** The last day that was looked at. */
  until: string
  looking: boolean
  error: Error | null
}

/** The coming lessons of a subject, from the timeline; it looks further when the first weeks hold none. */
function useNextLessons(courseId: number, subjectId: number | null): NextLessons {
  const { timeZone } = useSchoolTime()
  const now = useNow()
  const present = { day: dayOf(now, timeZone), time: clockOf(now, timeZone) }
  const input = (days_forward: number) => ({ course_id: courseId, start_today: true, days_forward })
  const near = useQuery(query(timeline.days, input(reaches[0])))
  const found = useFound(near.data?.rows, subjectId, present)
  const further = subjectId !== null && near.data !== undefined && found.length < 2
  const far = useQuery({
    ...query(timeline.days, input(reaches[1])),
    enabled: further,
    placeholderData: keepPreviousData,
  })
  const foundFar = useFound(further ? far.data?.rows : undefined, subjectId, present)
  const reached = further && far.data !== undefined
  return {
    lessons: reached ? foundFar : found,
    days: (reached ? far.data?.rows : near.data?.rows) ?? [],
    until: plusDays(present.day, reaches[reached ? 1 : 0]),
    looking: near.isPending || (further && far.isPending),
    error: near.data === undefined ? near.error : further && !reached ? far.error : null,
  }
}

function useFound(
  days: readonly TimelineDay[] | undefined,
  subjectId: number | null,
  { day, time }: { day: string; time: string },
): NextLesson[] {
  return useMemo(
    () => (days && subjectId !== null ? nextLessons(days, subjectId, { day, time }) : []),
    [days, subjectId, day, time],
  )
}
