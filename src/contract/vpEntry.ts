import type { Substitution } from './timeline.ts'

/** `isSelfStudy`: without a teacher. */
export type Cover = Substitution & { isSelfStudy?: true }

/** A substitution with the fields of the plan's web page (service-facts.md). */
export type VpEntry = {
  /** `YYYY-MM-DD`. */
  date: string | undefined
  positions: readonly number[]
  absentTeacher: string
  /** The subject taught instead. */
  subject: string
  cover: Cover
}

export function readVpEntry(item: unknown): VpEntry | undefined {
  if (typeof item !== 'object' || item === null || !('vp_stunde' in item)) return undefined
  const fields = item as Record<string, unknown>
  const text = (name: string) => textOf(fields[`vp_${name}`])
  const positions = positionsIn(text('stunde'))
  if (positions.length === 0) return undefined
  const absentTeacher = text('abs_lehrer')
  const teacher = text('vertr_lehrer')
  const room = text('vertr_raum')
  const subject = text('vertr_fach')
  const cover = withTeacherCodes({
    ...(isDashes(subject) && { kind: 'cancelled' as const }),
    // The same teacher in another room is not a substitute.
    ...(teacher !== '' && teacher !== absentTeacher && { teacher }),
    ...(room !== '' && !isDashes(room) && { room }),
  })
  return {
    date: dayIn(text('datum')),
    positions,
    absentTeacher,
    subject: isDashes(subject) ? '' : subject,
    cover,
  }
}

/** "EVA" means self-study, "---" cancelled. */
export function withTeacherCodes({ teacher, ...rest }: Substitution): Cover {
  const name = teacher?.trim() ?? ''
  if (isDashes(name)) return { ...rest, kind: 'cancelled' }
  if (name.toUpperCase() === 'EVA') return { kind: 'substituted', ...rest, isSelfStudy: true }
  return teacher === undefined ? rest : { ...rest, teacher }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''

const isDashes = (text: string): boolean => /^[-–—]{2,}$|^[–—]$/.test(text)

const maxPosition = 20

/** Parses `3`, `3.`, `3-4`, `3 / 4` and `3, 5`. */
function positionsIn(text: string): number[] {
  return text.split(/[,/;+]/).flatMap(part => {
    const [, from, to = from] =
      /^\s*(\d{1,2})\.?\s*(?:[-–]\s*(\d{1,2})\.?)?\s*(?:Std\.?|Stunde)?\s*$/i.exec(part) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (!(first >= 0 && last >= first && last <= maxPosition)) return []
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Parses `2026-11-18`, with or without a time, and `18.11.2026`. */
function dayIn(text: string): string | undefined {
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(text) ?? []
  if (iso) return iso
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}
