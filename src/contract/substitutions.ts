import { type PlannedLesson, periodsOf } from './lessons.ts'
import { Substitution } from './timeline.ts'
import {
  type Cover,
  comparableName,
  isSameTeacher,
  readVpEntry,
  type VpEntry,
  withTeacherCodes,
} from './vpEntry.ts'
import { inOrder } from './wire.ts'

/** A substitution that changes no lesson of the day, or unknown content as `text`. */
export type Remark = { [Part in 'kind' | 'note' | 'teacher' | 'room']?: NonNullable<Substitution[Part]> } & {
  text?: string
  isSelfStudy?: true
  /** Number of the period, if the substitution names one. */
  position?: number
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
      if (!applyVpEntry(changed, entry)) remarks.push(remarkOfEntry(entry))
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
  return { lessons: changed, remarks }
}

/**
 * Changes the lessons that an entry is about. Returns false if none of them is on that day. A double period is only
 * changed by an entry for both of its periods.
 */
function applyVpEntry(changed: PlannedLesson[], entry: VpEntry): boolean {
  const { date, positions, absentTeacher, subject, cover } = entry
  let isApplied = false
  for (const position of positions) {
    const inPeriod = changed.filter(
      lesson => isCovered(lesson, positions, position) && (date === undefined || lesson.date === date),
    )
    for (const lesson of lessonsOfTeacher(inPeriod, absentTeacher)) {
      const isOther = ![lesson.subject.name, lesson.subject.short ?? ''].some(
        name => name.toLowerCase() === subject.toLowerCase(),
      )
      const note = isOther ? subject : ''
      changed[changed.indexOf(lesson)] = substituted(lesson, { ...cover, ...(note && { note }) }, undefined)
      isApplied = true
    }
  }
  return isApplied
}

/**
 * Returns those of parallel lessons that the absent teacher would teach. An exact name has priority over an abbreviated
 * one. Returns no lesson if an abbreviation matches several teachers.
 */
function lessonsOfTeacher(
  lessons: readonly PlannedLesson[],
  absentTeacher: string,
): readonly PlannedLesson[] {
  const nameOf = ({ teacher }: PlannedLesson) => comparableName(teacher.was ?? teacher.now)
  const exact = lessons.filter(lesson => nameOf(lesson) === comparableName(absentTeacher))
  if (exact.length > 0 && absentTeacher !== '') return exact
  const similar = lessons.filter(lesson => isSameTeacher(nameOf(lesson), absentTeacher))
  if (similar.length > 0) return new Set(similar.map(nameOf)).size === 1 ? similar : []
  // Plans abbreviate names in different ways. If the period has only one lesson, it is meant.
  return lessons.length === 1 ? lessons : []
}

/** Whether a lesson takes place in a period, and in no period outside of `positions`. */
function isCovered({ hour }: PlannedLesson, positions: readonly number[], position: number): boolean {
  const periods = periodsOf(hour)
  if (!periods || position < periods.first || position > periods.last) return false
  return Array.from({ length: periods.count }, (_, index) => periods.first + index).every(period =>
    positions.includes(period),
  )
}

function remarkOfEntry({ positions: [position], subject, cover }: VpEntry): Remark {
  return {
    ...remarkOf({ ...cover, ...(subject && { note: subject }) }),
    ...(position !== undefined && { position }),
  }
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

function substituted(lesson: PlannedLesson, item: Cover, otherKind: string | undefined): PlannedLesson {
  const teacher = item.teacher?.trim()
  const room = item.room?.trim()
  const said = [otherKind ?? '', item.note?.trim() ?? ''].filter(text => text !== '')
  const kind = item.kind ?? (teacher ? 'substituted' : room ? 'moved' : 'note')
  return {
    ...lesson,
    teacher: item.isSelfStudy ? withoutTeacher(lesson.teacher) : replaced(lesson.teacher, teacher),
    room: replaced(lesson.room, room),
    notes: [...new Set([...lesson.notes, ...said])],
    // A cancelled lesson remains cancelled, whatever other entries say.
    change: lesson.change === 'cancelled' || (kind === 'note' && lesson.change) ? lesson.change : kind,
    ...(item.isSelfStudy && { isSelfStudy: true }),
  }
}

function withoutTeacher(value: PlannedLesson['teacher']): PlannedLesson['teacher'] {
  const was = value.was ?? value.now
  return was === '' ? value : { now: '', was }
}

function replaced(value: PlannedLesson['room'], now: string | undefined): PlannedLesson['room'] {
  const was = value.was ?? value.now
  if (!now || now === value.now) return value
  return now === was ? { now } : { now, was }
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
