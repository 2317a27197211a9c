import { compareHours, type Hour, type Lesson, type PlannedLesson } from './lessons.ts'
import { applySubstitutions, type Remark } from './substitutions.ts'
import type { Slot, TimelineDay, Unit } from './timeline.ts'

export type DaySlot = { key: string; hour: Hour; isBreak: boolean; lessons: PlannedLesson[] }

/** A day as the screens show it. `reason` says why there is no school, where the service says so. */
export type SchoolDay = {
  date: string
  noSchool: boolean
  reason: string | null
  slots: DaySlot[]
  remarks: Remark[]
}

/** Reads a timeline day: slots in order of time, substitutions applied, the same subject once per hour. */
export function readDay(day: TimelineDay): SchoolDay {
  // A service may still send the plan of a day without school.
  const sent = day.is_unschooled ? [] : day.lessons
  const slots = sent.map(slot => readSlot(day.date, slot)).toSorted((a, b) => compareHours(a.hour, b.hour))
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

/** The same, read when it is first looked at: of ten weeks loaded one is shown. */
export function lateDay(day: TimelineDay): SchoolDay {
  let read: SchoolDay | undefined
  const whole = () => {
    read ??= readDay(day)
    return read
  }
  return {
    date: day.date,
    noSchool: day.is_unschooled,
    get reason() {
      return whole().reason
    },
    get slots() {
      return whole().slots
    },
    get remarks() {
      return whole().remarks
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
    lessons: isBreak ? [] : subjects.map(subject => plannedLesson(date, key, hour, subject)),
  }
}

const plannedLesson = (date: string, slot: string, hour: Hour, subject: Lesson): PlannedLesson => ({
  key: `${date}/${slot}/${subject.id}`,
  date,
  hour,
  subject,
  room: { now: subject.room },
  teacher: { now: subject.teacher },
  notes: subject.note?.trim() ? [subject.note.trim()] : [],
  change: undefined,
})

const readHour = (unit: Unit): Hour => ({
  id: unit.id,
  position: unit.position ?? unit.positions?.[0] ?? null,
  text: unit.text_readable.trim() || unit.text.trim(),
  start: clockText(unit.start),
  end: clockText(unit.end),
})

/** Rows meet by this key: days whose bells ring at other times still share the row of their hour. */
function slotKey(hour: Hour, isBreak: boolean): string {
  if (isBreak) return `break ${hour.start}`
  return hour.position === null ? `${hour.start}-${hour.end}` : `hour ${hour.position}`
}

/** `8:5` and `08:05:00` as `08:05`, so that text order is time order. */
const clockText = (text: string) => text.slice(0, 5).replace(/:$/, '').padStart(5, '0')

export const lessonsOf = (day: SchoolDay): PlannedLesson[] => day.slots.flatMap(slot => slot.lessons)
