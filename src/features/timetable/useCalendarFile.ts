import { useState } from 'react'
import { lessonsOf, type SchoolDay } from '../../contract/schoolDay.ts'
import { useT } from '../../i18n/useT.ts'
import { useSchoolTime } from '../../ui/SchoolTime.tsx'

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
      saveFile(text, calendarFileName(className, week), 'text/calendar;charset=utf-8')
    } catch {
      setProblem(t('calendarFailed'))
    }
  }
  return { save, problem }
}

/** Hands text to the browser's own download under a name. */
function saveFile(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
