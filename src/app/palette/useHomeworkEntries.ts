import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { canCorrect } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { classTitle } from '../shell/useClasses.ts'
import type { Entry } from './rankEntries.ts'
import type { SearchData } from './useSearchData.ts'

/** Returns an entry per homework, newest first. It opens the desk if the user marks the homework, otherwise the task. */
export function useHomeworkEntries(homework: SearchData['homework']): Entry[] {
  const shell = useT('shell')
  const navigate = useNavigate()
  const { timeZone, clock } = useSchoolTime()
  const { dayNear } = useFormat()
  const today = toSchoolDay(clock(), timeZone)
  // There can be 10,000 entries, and the palette renders for every letter.
  return useMemo(() => {
    // Many share a due day or a class, so each text is formatted once.
    const texts = new Map<unknown, string>()
    const formatOnce = (key: unknown, format: () => string) => {
      const text = texts.get(key) ?? format()
      texts.set(key, text)
      return text
    }
    const formatDue = (until: string) => {
      const at = parseInstant(until, timeZone)
      if (at === undefined) return until
      const day = toSchoolDay(at, timeZone)
      return formatOnce(day, () => dayNear(day, today))
    }
    return homework
      .toSorted((a, b) => b.task.time - a.task.time)
      .map(({ knownClass, task }) => {
        const title = formatOnce(knownClass, () => classTitle(knownClass, shell).title)
        const hasDesk = task.is_submissionable && canCorrect(task)
        return {
          id: `homework-${task.id}`,
          group: 'homework',
          label: task.text.trim().split('\n', 1)[0] ?? '',
          detail: [task.lesson?.name, title, formatDue(task.until_datetime)].filter(Boolean).join(' · '),
          run: () => navigate((hasDesk ? paths.desk : paths.task)(task.course_id, task.id)),
        }
      })
  }, [homework, shell, navigate, timeZone, dayNear, today])
}
