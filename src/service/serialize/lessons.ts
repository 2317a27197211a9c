import type { Selectable } from 'kysely'
import type { Query, Wire } from '../../contract/endpoint.ts'
import type { lessons } from '../../contract/lessons.ts'
import type { timeline } from '../../contract/timeline.ts'
import { toSchoolDay } from '../../lib/schoolTime.ts'
import { addDaysToDay, getMonday } from '../../lib/week.ts'
import type { Holidays, Lessons, Representations, TimetableEntries, Units } from '../db/schema.ts'

type Day = Wire<typeof timeline.days>[number]
type Slot = Day['lessons'][number]
type Unit = Omit<Selectable<Units>, 'school_id'>
type Lesson = Omit<Selectable<Lessons>, 'course_id'>
type TimelineQuery = Query<typeof timeline.days>

/** `units` belong to the school and are sorted by time. The rest belongs to the class. */
export type TimelineInput = {
  today: string
  query: TimelineQuery
  units: readonly Unit[]
  lessons: readonly Lesson[]
  entries: readonly Pick<TimetableEntries, 'weekday' | 'unit_id' | 'lesson_id'>[]
  holidays: readonly Pick<Holidays, 'date' | 'name'>[]
  representations: readonly Pick<Representations, 'date' | 'body'>[]
}

/**
 * From today or Monday to the Sunday of the week that contains today plus `days_forward` days (api.md § Timetable
 * timeline).
 */
export function timelineRange(
  now: number,
  timeZone: string,
  { start_today, days_forward }: Pick<TimelineQuery, 'start_today' | 'days_forward'>,
) {
  const today = toSchoolDay(now, timeZone)
  const from = start_today ? today : getMonday(today)
  return { today, from, to: addDaysToDay(getMonday(addDaysToDay(today, days_forward)), 6) }
}

/**
 * Holidays have no slots, unless `show_breaks.holidays` is false. Their name is in `representations`, because api.md
 * has no field for it.
 */
export function timelineDays(range: { from: string; to: string }, input: TimelineInput): Day[] {
  const { today, query, holidays, representations } = input
  const plan = createWeekPlan(input)
  const holidayNames = new Map(query.show_breaks.holidays ? holidays.map(day => [day.date, day.name]) : [])
  const changes = Map.groupBy(representations, change => change.date)

  return listDays(range).map(({ date, weekday }) => {
    const planned = plan.get(weekday) ?? []
    const holiday = holidayNames.get(date)
    const isUnschooled = holiday !== undefined || (weekday > 5 && planned.length === 0)
    const changed = (changes.get(date) ?? []).map(change => JSON.parse(change.body) as unknown)
    const changedUnits = new Set(changed.map(unitIdOf))
    const isChanged = (slot: Slot) => slot.unit.id !== null && changedUnits.has(slot.unit.id)
    const slots = planned.flatMap(group => (group.some(isChanged) ? group : mergeSlots(group)))
    return {
      date,
      is_today: date === today,
      is_unschooled: isUnschooled,
      lessons: isUnschooled ? [] : slots,
      representations: holiday ? [{ kind: 'note', note: holiday }, ...changed] : changed,
    }
  })
}

const unitIdOf = (change: unknown) =>
  typeof change === 'object' && change !== null && 'unit_id' in change ? change.unit_id : undefined

const dayMs = 86_400_000

/** Weekdays are 1 (Monday) to 7. In UTC, all days are equally long. */
function listDays({ from, to }: { from: string; to: string }) {
  const first = Date.parse(from)
  const count = (Date.parse(to) - first) / dayMs + 1
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(first + index * dayMs)
    return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() || 7 }
  })
}

/**
 * Slots by weekday. A group is a lesson of several periods: the same subjects in consecutive periods without a break.
 */
function createWeekPlan({ units, lessons, entries, query }: TimelineInput): Map<number, Slot[][]> {
  const subjects = new Map(lessons.map(row => [row.id, serializeLesson(row)]))
  const byWeekday = Map.groupBy(entries, entry => entry.weekday)
  const plan = new Map<number, Slot[][]>()
  for (const [day, planned] of byWeekday) {
    const byUnit = Map.groupBy(planned, entry => entry.unit_id)
    const first = units.findIndex(unit => byUnit.has(unit.id))
    const last = units.findLastIndex(unit => byUnit.has(unit.id))
    const dayUnits = first < 0 ? [] : units.slice(first, last + 1)
    const slot = (unit: Unit): Slot => ({
      unit: serializeUnit(unit),
      lessons:
        unit.is_break === 1
          ? null
          : (byUnit.get(unit.id) ?? []).flatMap(entry => subjects.get(entry.lesson_id) ?? []),
      is_break: unit.is_break === 1,
    })
    const groups: Slot[][] = []
    for (const unit of dayUnits) {
      const next = slot(unit)
      const group = groups.at(-1)
      if (group && continuesLesson(group.at(-1), next)) group.push(next)
      else groups.push([next])
    }
    const isShown = ([first]: Slot[]) => query.show_breaks.breaks || !first?.is_break
    plan.set(day, groups.filter(isShown))
  }
  return plan
}

function continuesLesson(previous: Slot | undefined, slot: Slot): boolean {
  if (!previous || previous.unit.position === null || slot.unit.position !== previous.unit.position + 1)
    return false
  const idsOf = ({ lessons }: Slot) => (lessons ?? []).map(({ id }) => id).toSorted((a, b) => a - b)
  return idsOf(slot).length > 0 && idsOf(slot).join() === idsOf(previous).join()
}

function mergeSlots(group: readonly Slot[]): Slot[] {
  const [first] = group
  const last = group.at(-1)
  if (!first || !last || first === last) return [...group]
  const positions = group.flatMap(({ unit }) => unit.positions ?? [])
  const text = `${first.unit.text}–${last.unit.text}`
  const text_readable = `${first.unit.text_readable}–${last.unit.text_readable}`
  return [{ ...first, unit: { ...first.unit, end: last.unit.end, positions, text, text_readable } }]
}

function serializeUnit(unit: Unit): Slot['unit'] {
  return {
    // Other data never refers to a break, and api.md allows null.
    id: unit.is_break === 1 ? null : unit.id,
    start: unit.start_time,
    end: unit.end_time,
    position: unit.position,
    positions: unit.position === null ? [] : [unit.position],
    text: unit.text,
    text_readable: unit.position === null ? unit.text : `${unit.text}.`,
  }
}

/** api.md § Lesson. */
export function serializeLesson(row: Lesson): Wire<typeof lessons.get> {
  const rooms = JSON.parse(row.rooms) as Record<string, string>
  return {
    id: row.id,
    name: row.name,
    short: row.short,
    room: row.room,
    teacher: row.teacher,
    note: row.note,
    color: row.color !== null && /^#[0-9a-f]{6}$/i.test(row.color) ? row.color : '',
    is_gradable: row.is_gradable === 1,
    is_timetable_only: row.is_timetable_only === 1,
    rooms: Object.keys(rooms).length > 0 ? rooms : [],
    import_source: null,
  }
}
