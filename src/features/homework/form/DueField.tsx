import { errorSentence } from '../../../i18n/errorSentence.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import { dayOf } from '../../../lib/schoolTime.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow, useSchoolTime } from '../../../ui/SchoolTime.tsx'
import { FormRow } from './FormRow.tsx'
import styles from './HomeworkForm.module.css'
import type { NextLesson } from './nextLesson.ts'
import { useNextLessons } from './useNextLessons.ts'

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
  // A browser writes the day its own way, 11/12 or 12/11: this says which it is.
  const hint = isDay(value) ? [format.fullDay(value), note].filter(Boolean).join('. ') : undefined
  return (
    <div className={styles.due}>
      <FormRow label={t('form.due')} error={error} hint={hint}>
        {control => (
          <input
            {...control}
            type="date"
            value={value}
            onChange={event => onChange(event.currentTarget.value)}
          />
        )}
      </FormRow>
      {subject && <div className={styles.lessons}>{offers(subject.name)}</div>}
    </div>
  )

  function offers(name: string) {
    if (next.lessons.length > 0) {
      return next.lessons.map((lesson, at) => (
        <Button
          key={lesson.day}
          size="small"
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

// A year is typed digit by digit: 0002 is a date, too, but not one to be read out.
const isDay = (text: string) => /^2\d{3}-\d{2}-\d{2}$/.test(text)
