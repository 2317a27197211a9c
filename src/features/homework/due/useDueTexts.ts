import { periodsOf } from '../../../contract/lessons.ts'
import { useFormat } from '../../../i18n/useFormat.ts'
import { useT } from '../../../i18n/useT.ts'
import type { NextLesson } from './findNextLessons.ts'
import type { DueWarning } from './useDueWarning.ts'

/** Returns functions that format a warning, and the label of the button that moves homework to a lesson. */
export function useDueTexts() {
  const t = useT('dueLesson')
  const format = useFormat()
  return {
    formatWarning({ problem, day: date }: DueWarning, subject: string): string {
      const day = format.day(date)
      if (problem === 'noSchool') return t('noSchool', { day })
      return subject ? t('cancelled', { subject, day }) : t('cancelledNoName', { day })
    },
    formatMove(next: NextLesson): string {
      const day = format.day(next.day)
      const periods = periodsOf(next)
      return periods ? t('move', { day, hour: t('hour', periods) }) : t('moveTime', { day, time: next.start })
    },
  }
}
