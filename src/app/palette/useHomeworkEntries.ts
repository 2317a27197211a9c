import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { canCorrect } from '../../contract/homework.ts'
import { useSchoolTime } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { parseInstant, toSchoolDay } from '../../lib/schoolTime.ts'
import { paths } from '../../paths.ts'
import { classTitle, type KnownClass } from '../shell/useClasses.ts'
import type { Entry } from './rankEntries.ts'
import type { SearchData } from './useSearchData.ts'

/** Returns an entry per homework, newest first. It opens the desk if the user marks the homework, otherwise the task. */
export function useHomeworkEntries(homework: SearchData['homework']): Entry[] {
  const shell = useT('shell')
  const navigate = useNavigate()
  const formatDue = useFormatDue()
  // There can be 10,000 entries, and the palette renders for every letter.
  return useMemo(() => {
    const titles = new Map<KnownClass, string>()
    const getTitle = (knownClass: KnownClass) => {
      const title = titles.get(knownClass) ?? classTitle(knownClass, shell).title
      titles.set(knownClass, title)
      return title
    }
    return homework
      .toSorted((a, b) => b.task.time - a.task.time)
      .map(({ knownClass, task }) => ({
        id: `homework-${task.id}`,
        group: 'homework',
        label: getFirstLine(task.text),
        detail: joinParts(task.lesson?.name ?? '', getTitle(knownClass), formatDue(task.until_datetime)),
        run: () => {
          const isForDesk = task.is_submissionable && canCorrect(task)
          navigate((isForDesk ? paths.desk : paths.task)(task.course_id, task.id))
        },
      }))
  }, [homework, shell, navigate, formatDue])
}

/** Formats the due day of homework, from the text of the service. Many share a day, so each day is formatted once. */
export function useFormatDue(): (until: string) => string {
  const { timeZone, clock } = useSchoolTime()
  const { dayNear } = useFormat()
  const today = toSchoolDay(clock(), timeZone)
  return useMemo(() => {
    const texts = new Map<string, string>()
    return until => {
      const at = parseInstant(until, timeZone)
      if (at === undefined) return until
      const day = toSchoolDay(at, timeZone)
      const text = texts.get(day) ?? dayNear(day, today)
      texts.set(day, text)
      return text
    }
  }, [timeZone, dayNear, today])
}

export const getFirstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''

export const joinParts = (...parts: string[]): string => parts.filter(Boolean).join(' · ')
