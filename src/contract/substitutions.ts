import { applyVpEntry, joinParts, runsOf } from './applyVpEntry.ts'
import type { PlannedLesson } from './lessons.ts'
import { substituted } from './substituted.ts'
import { Substitution } from './timeline.ts'
import { type Cover, readVpEntry, type VpEntry, withTeacherCodes } from './vpEntry.ts'
import { inOrder } from './wire.ts'

/** A substitution that changes no lesson of the day, or unknown content as `text`. */
export type Remark = { [Part in 'kind' | 'note' | 'teacher' | 'room']?: NonNullable<Substitution[Part]> } & {
  text?: string
  isSelfStudy?: true
  /** Number of the period, if the substitution names one. `lastPosition` is set if it names several. */
  position?: number
  lastPosition?: number
}

/** IDs mean nothing to the user and are omitted. Known fields are shown without their name. */
const silent = ['id', 'unit_id', 'lesson_id', 'vp_datum']
const spoken = ['kind', 'teacher', 'room', 'note']
const isSpoken = (name: string) => spoken.includes(name) || name.startsWith('vp_')

/**
 * Applies substitutions in the order of their IDs. With a unit and a subject, a substitution changes one lesson. With
 * only a unit it changes all lessons of the hour, with only a subject all of the day. If it matches no lesson, it
 * becomes a remark (service-facts.md).
 */
export function applySubstitutions(
  lessons: readonly PlannedLesson[],
  representations: readonly unknown[],
): { lessons: PlannedLesson[]; remarks: Remark[] } {
  const changed = [...lessons]
  const remarks: Remark[] = []
  for (const item of inOrder([...representations], placeOf)) {
    const entry = readVpEntry(item)
    if (entry && (says(entry.cover) || entry.subject !== '')) {
      if (!applyVpEntry(changed, entry)) remarks.push(...remarksOfEntry(entry))
      continue
    }
    const read = Substitution.safeParse(item)
    if (!read.success || !says(read.data)) {
      const text = plainText(item)
      if (text) remarks.push({ text })
      continue
    }
    const substitution = withTeacherCodes(read.data)
    let hits = 0
    for (const [index, lesson] of changed.entries()) {
      if (!concerns(substitution, lesson)) continue
      changed[index] = substituted(lesson, substitution, unknownKind(item))
      hits++
    }
    if (hits === 0) remarks.push(unknownKind(item) ? { text: plainText(item) } : remarkOf(substitution))
  }
  return { lessons: changed.map(joinParts), remarks }
}

/** Returns a remark for each run of consecutive periods. */
function remarksOfEntry({ positions, subject, cover }: VpEntry): Remark[] {
  const remark = remarkOf({ ...cover, ...(subject && { note: subject }) })
  return runsOf(positions).map(({ first, last }) => ({
    ...remark,
    position: first,
    ...(last > first && { lastPosition: last }),
  }))
}

/** Sort key: first by ID, then the items without an ID in a stable order. */
const placeOf = (item: unknown): string => {
  const id = Substitution.safeParse(item).data?.id
  return id === undefined ? `~${JSON.stringify(item)}` : String(id).padStart(16, '0')
}

// Every field of a substitution is optional. If no known field has a value, the item has another shape.
const says = (item: Cover) =>
  item.kind !== undefined || Boolean(item.teacher) || Boolean(item.room) || Boolean(item.note)

function concerns(item: Substitution, lesson: PlannedLesson): boolean {
  if (item.unit_id === undefined && item.lesson_id === undefined) return false
  return (
    (item.unit_id === undefined || item.unit_id === lesson.hour.id) &&
    (item.lesson_id === undefined || item.lesson_id === lesson.subject.id)
  )
}

function unknownKind(item: unknown): string | undefined {
  const kind = typeof item === 'object' && item !== null && 'kind' in item ? item.kind : undefined
  const known = Substitution.shape.kind.safeParse(kind).data !== undefined
  return typeof kind === 'string' && !known ? kind.trim() : undefined
}

function remarkOf({ kind, note, teacher, room, isSelfStudy }: Cover): Remark {
  return {
    ...(isSelfStudy && { isSelfStudy }),
    ...(kind && { kind }),
    ...(note && { note }),
    ...(teacher && { teacher }),
    ...(room && { room }),
  }
}

/** Returns any JSON as one line: text unchanged, unknown fields as `name: value`. */
function plainText(item: unknown): string {
  if (item === null || item === undefined) return ''
  if (typeof item !== 'object') return String(item).trim()
  if (Array.isArray(item)) return item.map(plainText).filter(Boolean).join(', ')
  return Object.entries(item)
    .filter(([name]) => !silent.includes(name))
    .map(([name, value]) => [name, plainText(value)] as const)
    .filter(([, value]) => value)
    .map(([name, value]) => (isSpoken(name) ? value : `${name}: ${value}`))
    .join(', ')
}
