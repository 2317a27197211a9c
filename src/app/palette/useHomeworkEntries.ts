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

/** Paper tests are returned soon after the homework was set. */
const maxPapers = 200

/**
 * Returns an entry per homework, newest first. It opens the desk if the user marks the homework, otherwise the task.
 * With `hasText`, the newest homework that the user marks also has entries for its paper tests.
 */
export function useHomeworkEntries(homework: SearchData['homework'], hasText: boolean): Entry[] {
  const t = useT('palette')
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
    const all = homework
      .toSorted((a, b) => b.task.time - a.task.time)
      .map(({ knownClass, task }) => {
        const entry: Entry = {
          id: `homework-${task.id}`,
          group: 'homework',
          label: getFirstLine(task.text),
          detail: joinParts(task.lesson?.name ?? '', getTitle(knownClass), formatDue(task.until_datetime)),
          run: () => {
            const isForDesk = task.is_submissionable && canCorrect(task)
            navigate((isForDesk ? paths.desk : paths.task)(task.course_id, task.id))
          },
        }
        return { task, entry }
      })
    const entries = all.map(({ entry }) => entry)
    if (!hasText) return entries
    const papers = all
      .filter(({ task }) => canCorrect(task))
      .slice(0, maxPapers)
      .map(({ task, entry }) => ({
        ...entry,
        id: `papers-${task.id}`,
        label: t('papers', { homework: entry.label }),
        run: () => navigate(paths.papers(task.course_id, task.id)),
      }))
    return [...entries, ...papers]
  }, [homework, hasText, t, shell, navigate, formatDue])
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
