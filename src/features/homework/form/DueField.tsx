import { Button, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../api/cache/query.ts'
import { periodsOf } from '../../../contract/lessons.ts'
import { maxDaysForward, timeline } from '../../../contract/timeline.ts'
import { useNow, useSchoolTime } from '../../../i18n/SchoolTime.tsx'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useFormatError } from '../../../i18n/useFormatError.ts'
import { useT } from '../../../i18n/useT.ts'
import { parseDay } from '../../../lib/parseDay.ts'
import { toSchoolDay } from '../../../lib/schoolTime.ts'
import { addDaysToDay, daysBetween } from '../../../lib/week.ts'
import { lazyComponent } from '../../../ui/feedback/lazyComponent.tsx'
import { DateField } from '../../../ui/inputs/DateField.tsx'
import type { NextLesson } from '../due/findNextLessons.ts'
import { timelineRanges, useDueWarning } from '../due/useDueWarning.ts'
import styles from './HomeworkForm.module.css'
import { useNextLessons } from './nextLessons.ts'

const DueDayWarning = lazyComponent(
  async () => (await import('./DueDayWarning.tsx')).DueDayWarning,
  'dueLesson',
)

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
  const warning = useDueWarning(
    courseId,
    { lesson_id: subject?.id ?? null, until_datetime: value },
    isDay && subject !== undefined,
  )
  const note = value < today ? t('form.past') : closedDays.has(value) && !warning ? t('form.noSchool') : ''
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
      {subject && warning && <DueDayWarning warning={warning} subject={subject.name} onChange={onChange} />}
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

/** Returns the days without school from today to `until`, as far as the service sends them. */
function useClosedDays(courseId: number, until: string): ReadonlySet<string> {
  const { timeZone } = useSchoolTime()
  const today = toSchoolDay(useNow(), timeZone)
  const daysAhead = until === '' ? 0 : daysBetween(today, until)
  const days_forward = timelineRanges.find(range => range >= daysAhead) ?? maxDaysForward
  const { data } = useQuery({
    ...query(timeline.days, { course_id: courseId, start_today: true, days_forward }),
    placeholderData: keepPreviousData,
  })
  return new Set(data?.rows.filter(day => day.is_unschooled).map(({ date }) => date))
}
