import { useState } from 'react'
import type { PlannedLesson } from '../../contract/lessons.ts'
import { lessonsOf } from '../../contract/schoolDay.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useT } from '../../i18n/useT.ts'
import { ChunkLoadError, loadChunk } from '../../lib/loadChunk.ts'
import { formatPart } from './lessonText.ts'
import type { Timetable } from './useTimetable.ts'

/** `problem`: why the last attempt failed. */
export function useCalendarFile(
  courseId: number,
  className: string,
  week: string,
  { days, isLoading, error }: Timetable,
) {
  const t = useT('timetable')
  const errors = useT('errors')
  const { timeZone, clock } = useSchoolTime()
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setProblem(undefined)
    if (days.flatMap(lessonsOf).length === 0) {
      return setProblem(t(isLoading || error ? 'calendarNotLoaded' : 'calendarEmpty'))
    }
    const texts = {
      title: ({ change, subject }: PlannedLesson) =>
        change === 'cancelled' ? t('calendarTitleCancelled', { subject: subject.name }) : subject.name,
      description: ({ teacher, notes, isSelfStudy, parts = [] }: PlannedLesson) =>
        [
          ...(teacher.current ? [t('calendarTeacher', { teacher: teacher.current })] : []),
          ...(isSelfStudy ? [t('selfStudy')] : []),
          ...notes,
          ...parts.map(part => formatPart(part, t)),
        ].join('\n'),
    }
    try {
      const { saveCalendar } = await loadChunk(() => import('./calendarFile.ts'))
      saveCalendar(days, { courseId, className, host: location.host, timeZone, now: clock(), ...texts }, week)
    } catch (error) {
      setProblem(error instanceof ChunkLoadError ? errors('chunkMissing') : t('calendarFailed'))
    }
  }
  return { save, problem }
}
