import type { PlannedLesson } from './lessons.ts'
import { Substitution } from './timeline.ts'
import { inOrder } from './wire.ts'

/** Changes no lesson: `text` as it was sent, or a substitution whose lesson is not on that day. */
export type Remark = { [Part in 'kind' | 'note' | 'teacher' | 'room']?: NonNullable<Substitution[Part]> } & {
  text?: string
}

/** Ids say nothing to a reader, and of the fields we know the value speaks for itself. */
const silent = ['id', 'unit_id', 'lesson_id']
const spoken = ['kind', 'teacher', 'room', 'note']

/**
 * In order of ids. A unit and a subject name one lesson, a unit all of the hour, a subject all of the day. What fits
 * none becomes a remark (service-facts.md).
 */
export function applySubstitutions(
  lessons: readonly PlannedLesson[],
  representations: readonly unknown[],
): { lessons: PlannedLesson[]; remarks: Remark[] } {
  const changed = [...lessons]
  const remarks: Remark[] = []
  for (const item of inOrder([...representations], placeOf)) {
    const read = Substitution.safeParse(item)
    if (!read.success || !says(read.data)) {
      const text = plainText(item)
      if (text) remarks.push({ text })
      continue
    }
    const substitution = read.data
    let hits = 0
    for (const [index, lesson] of changed.entries()) {
      if (!concerns(substitution, lesson)) continue
      changed[index] = substituted(lesson, substitution, unknownKind(item))
      hits++
    }
    if (hits === 0) remarks.push(unknownKind(item) ? { text: plainText(item) } : remarkOf(substitution))
  }
  return { lessons: changed, remarks }
}

/** Those with ids first, the rest in any order that is always the same. */
const placeOf = (item: unknown): string => {
  const id = Substitution.safeParse(item).data?.id
  return id === undefined ? `~${JSON.stringify(item)}` : String(id).padStart(16, '0')
}

// Every key of a substitution is optional: one that says nothing we know is another shape.
const says = (item: Substitution) =>
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

function substituted(
  lesson: PlannedLesson,
  item: Substitution,
  otherKind: string | undefined,
): PlannedLesson {
  const teacher = item.teacher?.trim()
  const room = item.room?.trim()
  const said = [otherKind ?? '', item.note?.trim() ?? ''].filter(text => text !== '')
  const kind = item.kind ?? (teacher ? 'substituted' : room ? 'moved' : 'note')
  return {
    ...lesson,
    teacher: replaced(lesson.teacher, teacher),
    room: replaced(lesson.room, room),
    notes: [...new Set([...lesson.notes, ...said])],
    // A lesson that was cancelled stays so, whatever else is said of it.
    change: lesson.change === 'cancelled' || (kind === 'note' && lesson.change) ? lesson.change : kind,
  }
}

function replaced(value: PlannedLesson['room'], now: string | undefined): PlannedLesson['room'] {
  const was = value.was ?? value.now
  if (!now || now === value.now) return value
  return now === was ? { now } : { now, was }
}

function remarkOf({ kind, note, teacher, room }: Substitution): Remark {
  return { ...(kind && { kind }), ...(note && { note }), ...(teacher && { teacher }), ...(room && { room }) }
}

/** Any JSON as one line: text as it is, unknown fields as `name: value`. */
function plainText(item: unknown): string {
  if (item === null || item === undefined) return ''
  if (typeof item !== 'object') return String(item).trim()
  if (Array.isArray(item)) return item.map(plainText).filter(Boolean).join(', ')
  return Object.entries(item)
    .filter(([name]) => !silent.includes(name))
    .map(([name, value]) => [name, plainText(value)] as const)
    .filter(([, value]) => value)
    .map(([name, value]) => (spoken.includes(name) ? value : `${name}: ${value}`))
    .join(', ')
}
