import { useState } from 'react'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { useT } from '../../i18n/useT.ts'
import { useSchoolTime } from '../../ui/SchoolTime.tsx'
import { saveBlob } from '../../ui/saveBlob.ts'

/** Saves the days as an .ics file; `problem` says why it could not. */
export function useCalendarFile(
  courseId: number,
  className: string,
  week: string,
  days: readonly SchoolDay[],
) {
  const t = useT('timetable')
  const { timeZone } = useSchoolTime()
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setProblem(undefined)
    if (days.flatMap(lessonsOf).length === 0) return setProblem(t('calendarEmpty'))
    try {
      // Most visits save no calendar: the library comes with the first that does.
      const { calendarFile, calendarFileName } = await import('./calendarFile.ts')
      const text = calendarFile(days, {
        courseId,
        className,
        timeZone,
        title: ({ change, subject }) =>
          change === 'cancelled' ? t('calendarTitleCancelled', { subject: subject.name }) : subject.name,
        description: ({ teacher, notes }) =>
          [...(teacher.now ? [t('calendarTeacher', { teacher: teacher.now })] : []), ...notes].join('\n'),
      })
      saveBlob(new Blob([text], { type: 'text/calendar;charset=utf-8' }), calendarFileName(className, week))
    } catch {
      setProblem(t('calendarFailed'))
    }
  }
  return { save, problem }
}
