import { applyVpEntry, joinParts, runsOf } from './applyVpEntry.ts'
import type { PlannedLesson } from './lessons.ts'
import { Substitution } from './timeline.ts'
import { type Cover, readVpEntry, type VpEntry, withTeacherCodes } from './vpEntry.ts'
import { sortByKey } from './wire.ts'
import { withSubstitution } from './withSubstitution.ts'

/** A substitution that changes no lesson. `text`: unknown content. */
export type Remark = { [Part in 'kind' | 'note' | 'teacher' | 'room']?: NonNullable<Substitution[Part]> } & {
  text?: string
  isSelfStudy?: true
  /** `lastPosition`: for several periods. */
  position?: number
  lastPosition?: number
}

const hiddenFields = ['id', 'unit_id', 'lesson_id', 'vp_datum']
const unlabelledFields = ['kind', 'teacher', 'room', 'note']
const isUnlabelled = (name: string) => unlabelledFields.includes(name) || name.startsWith('vp_')

/** A unit selects an hour, a subject its lessons. Others become remarks (service-facts.md). */
export function applySubstitutions(
  lessons: readonly PlannedLesson[],
  representations: readonly unknown[],
): { lessons: PlannedLesson[]; remarks: Remark[] } {
  const changed = [...lessons]
  const remarks: Remark[] = []
  for (const item of sortByKey([...representations], sortKey)) {
    const entry = readVpEntry(item)
    if (entry && (hasContent(entry.cover) || entry.subject !== '')) {
      if (!applyVpEntry(changed, entry)) remarks.push(...remarksOfEntry(entry))
      continue
    }
    const read = Substitution.safeParse(item)
    if (!read.success || !hasContent(read.data)) {
      const text = plainText(item)
      if (text) remarks.push({ text })
      continue
    }
    const substitution = withTeacherCodes(read.data)
    let matchCount = 0
    for (const [index, lesson] of changed.entries()) {
      if (!matches(substitution, lesson)) continue
      changed[index] = withSubstitution(lesson, substitution, unknownKind(item))
      matchCount++
    }
    if (matchCount === 0) remarks.push(unknownKind(item) ? { text: plainText(item) } : remarkOf(substitution))
  }
  return { lessons: changed.map(joinParts), remarks }
}

function remarksOfEntry({ positions, subject, cover }: VpEntry): Remark[] {
  const remark = remarkOf({ ...cover, ...(subject && { note: subject }) })
  return runsOf(positions).map(({ first, last }) => ({
    ...remark,
    position: first,
    ...(last > first && { lastPosition: last }),
  }))
}

/** Items with an ID come first. */
const sortKey = (item: unknown): string => {
  const id = Substitution.safeParse(item).data?.id
  return id === undefined ? `~${JSON.stringify(item)}` : String(id).padStart(16, '0')
}

// Without a known field the item has another shape.
const hasContent = (item: Cover) =>
  item.kind !== undefined || Boolean(item.teacher) || Boolean(item.room) || Boolean(item.note)

function matches(item: Substitution, lesson: PlannedLesson): boolean {
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

/** One line, with `name: value` for unknown fields. */
function plainText(item: unknown): string {
  if (item === null || item === undefined) return ''
  if (typeof item !== 'object') return String(item).trim()
  if (Array.isArray(item)) return item.map(plainText).filter(Boolean).join(', ')
  return Object.entries(item)
    .filter(([name]) => !hiddenFields.includes(name))
    .map(([name, value]) => [name, plainText(value)] as const)
    .filter(([, value]) => value)
    .map(([name, value]) => (isUnlabelled(name) ? value : `${name}: ${value}`))
    .join(', ')
}
