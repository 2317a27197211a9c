import { compareHours, type Hour, type Lesson, type PlannedLesson, periodsOf } from './lessons.ts'
import { applySubstitutions, type Remark } from './substitutions.ts'
import type { Slot, TimelineDay, Unit } from './timeline.ts'

export type DaySlot = { key: string; hour: Hour; isBreak: boolean; lessons: PlannedLesson[] }

export type SchoolDay = {
  date: string
  noSchool: boolean
  reason: string | null
  slots: DaySlot[]
  remarks: Remark[]
}

/** Sorts slots, applies substitutions, and keeps each subject once per hour. */
export function readDay(day: TimelineDay): SchoolDay {
  // A service may send lessons for such a day.
  const sentSlots = day.is_unschooled ? [] : day.lessons
  const slots = sentSlots
    .map(slot => readSlot(day.date, slot))
    .toSorted((a, b) => compareHours(a.hour, b.hour))
  const { lessons, remarks } = applySubstitutions(
    slots.flatMap(slot => slot.lessons),
    day.representations,
  )
  const changed = new Map(lessons.map(lesson => [lesson.key, lesson]))
  const [reason = null, ...rest] = day.is_unschooled ? remarks : []
  return {
    date: day.date,
    noSchool: day.is_unschooled,
    reason: reason?.note ?? reason?.text ?? null,
    slots: slots.map(slot => ({
      ...slot,
      lessons: slot.lessons.map(lesson => changed.get(lesson.key) ?? lesson),
    })),
    remarks: day.is_unschooled ? rest : remarks,
  }
}

/** Parses on access, because the app loads ten weeks and shows one. */
export function lazyDay(day: TimelineDay): SchoolDay {
  let read: SchoolDay | undefined
  const getDay = () => {
    read ??= readDay(day)
    return read
  }
  return {
    date: day.date,
    noSchool: day.is_unschooled,
    get reason() {
      return getDay().reason
    },
    get slots() {
      return getDay().slots
    },
    get remarks() {
      return getDay().remarks
    },
  }
}

function readSlot(date: string, slot: Slot): DaySlot {
  const hour = readHour(slot.unit)
  const isBreak = slot.is_break || slot.lessons === null
  const key = slotKey(hour, isBreak)
  const subjects = [...new Map((slot.lessons ?? []).map(lesson => [lesson.id, lesson])).values()]
  return {
    key,
    hour,
    isBreak,
    lessons: isBreak
      ? []
      : subjects.map(subject => ({
          ...plannedLesson(date, key, hour, subject),
          ...(slot.role && { role: slot.role }),
        })),
  }
}

const plannedLesson = (date: string, slot: string, hour: Hour, subject: Lesson): PlannedLesson => ({
  key: `${date}/${slot}/${subject.id}`,
  date,
  hour,
  subject,
  room: { current: subject.room },
  teacher: { current: subject.teacher },
  notes: subject.note?.trim() ? [subject.note.trim()] : [],
  change: undefined,
})

const readHour = (unit: Unit): Hour => ({
  id: unit.id,
  ...positionsOf(unit),
  text: unit.text_readable.trim() || unit.text.trim(),
  start: clockText(unit.start),
  end: clockText(unit.end),
})

/** A unit with several `positions` is a double period. */
function positionsOf({
  position,
  positions = [],
}: Pick<Unit, 'position' | 'positions'>): Pick<Hour, 'position' | 'lastPosition'> {
  const all = positions.length > 0 ? positions : position === null ? [] : [position]
  return all.length > 0
    ? { position: Math.min(...all), lastPosition: Math.max(...all) }
    : { position: null, lastPosition: null }
}

/** Periods keep their key if their time changes. */
function slotKey(hour: Hour, isBreak: boolean): string {
  if (isBreak) return `break ${hour.start}`
  const periods = periodsOf(hour)
  if (!periods) return `${hour.start}-${hour.end}`
  return periods.count === 1 ? `hour ${periods.first}` : `hour ${periods.first}-${periods.last}`
}

/** `8:5` becomes `08:05`, so that text order is time order. */
const clockText = (text: string) => text.slice(0, 5).replace(/:$/, '').padStart(5, '0')

export const lessonsOf = (day: SchoolDay): PlannedLesson[] => day.slots.flatMap(slot => slot.lessons)
