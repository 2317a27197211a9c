import { type Hour, type PartChange, type PlannedLesson, periodsOf } from '../../contract/lessons.ts'
import type { Remark } from '../../contract/substitutions.ts'
import type { T } from '../../i18n/useT.ts'
import type { Language } from '../../lib/language.ts'
import type { TagKind } from '../../ui/Tag.tsx'

type Translate = T<'timetable'>

/** E.g. `Periods 3–4`, or the service's name, which may be empty. */
export function formatHour(hour: Hour, t: Translate): string {
  const periods = periodsOf(hour)
  return periods ? t('hourNumber', periods) : hour.text
}

/** E.g. `3–4`. Empty without a number. */
export function formatPeriods(hour: Hour): string {
  const periods = periodsOf(hour)
  if (!periods) return ''
  return periods.count === 1 ? String(periods.first) : `${periods.first}–${periods.last}`
}

/** Undefined for a lesson as planned. */
export function getChangeTag(
  lesson: PlannedLesson,
  t: Translate,
): { kind: TagKind; text: string } | undefined {
  switch (lesson.change) {
    case 'cancelled':
      return { kind: 'cancelled', text: t('cancelled') }
    case 'substituted':
      return { kind: 'substituted', text: t(lesson.isSelfStudy ? 'selfStudy' : 'substitute') }
    case 'moved':
      return { kind: 'moved', text: lesson.room.planned === undefined ? t('moved') : t('newRoom') }
    case 'note':
      return { kind: 'note', text: t('note') }
    default:
      return undefined
  }
}

/** For narrow cells. */
export function formatChange(lesson: PlannedLesson, t: Translate): string {
  if (lesson.change === 'cancelled') return t('free')
  const [part] = lesson.parts ?? []
  if (part && lesson.change === undefined) return formatPart(part, t)
  const values = [lesson.teacher, lesson.room].map(({ planned, current }) => planned !== undefined && current)
  return values.filter(Boolean).join(', ') || (getChangeTag(lesson, t)?.text ?? '')
}

export function formatRemark(remark: Remark, t: Translate): string {
  const detail = [remark.teacher, remark.room, remark.note].filter(Boolean).join(', ')
  if (remark.text !== undefined) return remark.text
  const changeText =
    remark.kind === undefined || remark.kind === 'note'
      ? detail
      : t(`remark.${remark.isSelfStudy ? 'selfStudy' : remark.kind}`, { detail: detail && `: ${detail}` })
  const { position, lastPosition = position } = remark
  return position === undefined || lastPosition === undefined
    ? changeText
    : `${t('hourNumber', { count: lastPosition - position + 1, first: position, last: lastPosition })}: ${changeText}`
}

/** E.g. `Period 4: Substitute: Vogel`. */
export const formatPart = ({ first, last, ...change }: PartChange, t: Translate): string =>
  formatRemark({ ...change, position: first, lastPosition: last }, t)

/** The words that services use for a break without a name of its own. The user may read another language. */
const breakWords: Record<Language, string> = { en: 'break', de: 'pause' }

/** E.g. `Break, 20 min`. */
export function formatBreak(hour: Hour, minutes: number, t: Translate): string {
  const isUnnamed = Object.values(breakWords).includes(hour.text.trim().toLowerCase())
  // Some services name a break by its times, which the row already shows.
  const name = hour.text && !isUnnamed && !/\d/.test(hour.text) ? hour.text : t('breakName')
  return t('breakNamed', { name, minutes: String(minutes) })
}
