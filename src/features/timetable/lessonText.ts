import { type Hour, type PartChange, type PlannedLesson, periodsOf } from '../../contract/lessons.ts'
import type { Remark } from '../../contract/substitutions.ts'
import type { T } from '../../i18n/useT.ts'
import type { TagKind } from '../../ui/Tag.tsx'

type Words = T<'timetable'>

/**
 * Returns `Period 2` or `Periods 3–4`. For a slot without a number, returns the service's name of it, which may be
 * empty.
 */
export function hourName(hour: Hour, t: Words): string {
  const periods = periodsOf(hour)
  return periods ? t('hourNumber', periods) : hour.text
}

/** Returns `2` or `3–4`, or an empty text for a slot without a number. */
export function periodNumbers(hour: Hour): string {
  const periods = periodsOf(hour)
  if (!periods) return ''
  return periods.count === 1 ? String(periods.first) : `${periods.first}–${periods.last}`
}

/** Returns the tag of a substitution. Undefined for a lesson as planned. */
export function changeTag(lesson: PlannedLesson, t: Words): { kind: TagKind; text: string } | undefined {
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

/** Returns what a substitution changed, in a few words for narrow cells. */
export function whatChanged(lesson: PlannedLesson, t: Words): string {
  if (lesson.change === 'cancelled') return t('free')
  const [part] = lesson.parts ?? []
  if (part && lesson.change === undefined) return partText(part, t)
  const values = [lesson.teacher, lesson.room].map(({ planned, current }) => planned !== undefined && current)
  return values.filter(Boolean).join(', ') || (changeTag(lesson, t)?.text ?? '')
}

/** Returns a remark as plain text. */
export function remarkText(remark: Remark, t: Words): string {
  const detail = [remark.teacher, remark.room, remark.note].filter(Boolean).join(', ')
  if (remark.text !== undefined) return remark.text
  const said =
    remark.kind === undefined || remark.kind === 'note'
      ? detail
      : t(`remark.${remark.isSelfStudy ? 'selfStudy' : remark.kind}`, { detail: detail && `: ${detail}` })
  const { position, lastPosition = position } = remark
  return position === undefined || lastPosition === undefined
    ? said
    : `${t('hourNumber', { count: lastPosition - position + 1, first: position, last: lastPosition })}: ${said}`
}

/** Returns what changes in some periods of a double period: `Period 4: Substitute: Vogel`. */
export const partText = ({ first, last, ...change }: PartChange, t: Words): string =>
  remarkText({ ...change, position: first, lastPosition: last }, t)

/** Returns the name and length of a break: `Break, 20 min`. */
export function breakText(hour: Hour, minutes: number, t: Words): string {
  // Some services name a break by its times, which the row already shows.
  const name = hour.text && !/\d/.test(hour.text) ? hour.text : t('breakName')
  return t('breakNamed', { name, minutes: String(minutes) })
}
