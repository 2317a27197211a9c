import type { Query, Wire } from '../../contract/endpoint.ts'
import { lessonsOf, readDay } from '../../contract/schoolDay.ts'
import { TimelineDay, type timeline } from '../../contract/timeline.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { createYielder } from '../../lib/yieldToEventLoop.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'
import { listClassIds } from '../policy/classes.ts'
import { type TimelineInput, timelineDays } from './lessons.ts'
import { findTaughtClasses, type GetRole } from './taughtClasses.ts'
import { findPlan } from './timetablePlan.ts'

type MyDay = Wire<typeof timeline.mine>[number]
type MySlot = MyDay['lessons'][number]
type ClassDay = Wire<typeof timeline.days>[number]
type MyTimelineRange = { today: string; from: string; to: string; query: Query<typeof timeline.days> }

/** The lessons of a pupil's classes, or those that a teacher gives or covers in any class of the school. */
export async function readMyTimeline(
  db: Db,
  caller: Caller,
  { today, from, to, query }: MyTimelineRange,
): Promise<MyDay[]> {
  const user = await db
    .selectFrom('users')
    .select('is_teacher')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const classIds = await listClassIds(db, caller.userId)
  const { courseIds, getRole } =
    user.is_teacher === 1
      ? await findTaughtClasses(db, caller.userId, { classIds, from, to })
      : { courseIds: classIds, getRole: roleOfPupil }
  const names = await readClassNames(db, courseIds)
  const days = new Map(
    timelineDays({ from, to }, { ...noLessons, today, query }).map(day => [day.date, emptyDay(day)]),
  )
  let units: TimelineInput['units'] = []
  const schooledDays = new Set<string>()
  const yieldIfDue = createYielder()
  for (const course_id of courseIds) {
    const plan = await findPlan(db, { course_id, from, to })
    if (!plan) continue
    if (units.length === 0) units = plan.units
    for (const day of timelineDays({ from, to }, { ...plan, today, query })) {
      await yieldIfDue()
      const merged = days.get(day.date)
      if (!merged) continue
      if (!day.is_unschooled) schooledDays.add(day.date)
      addClass(merged, day, { course_id, course_name: names.get(course_id) ?? null, getRole })
    }
  }
  return [...days.values()].map(day => {
    if (courseIds.length > 0) day.is_unschooled = !schooledDays.has(day.date)
    return { ...day, lessons: [...day.lessons, ...listPauses(day.lessons, units)].toSorted(compareSlots) }
  })
}

/** Pupils have all lessons of their classes. */
const roleOfPupil: GetRole = (_, { change }) => (change === 'cancelled' ? 'cancelled' : 'own')

const noLessons = { units: [], lessons: [], entries: [], holidays: [], representations: [] }

const emptyDay = (day: ClassDay): MyDay => ({ ...day, lessons: [], representations: [] })

type ClassOfDay = Pick<MySlot, 'course_id' | 'course_name'> & { course_id: number; getRole: GetRole }

function addClass(merged: MyDay, day: ClassDay, { course_id, course_name, getRole }: ClassOfDay): void {
  if (day.is_unschooled) {
    if (merged.representations.length === 0) merged.representations.push(...day.representations)
    return
  }
  const changes = day.representations.filter(isRecord)
  const roles = new Map(
    lessonsOf(readDay(TimelineDay.parse(day))).map(lesson => [
      `${lesson.hour.id} ${lesson.subject.id}`,
      getRole(course_id, lesson),
    ]),
  )
  const slots = day.lessons.flatMap(slot => {
    const byRole = Map.groupBy(slot.lessons ?? [], ({ id }) => roles.get(`${slot.unit.id} ${id}`))
    byRole.delete(undefined)
    return [...byRole].map(([role, lessons]) => ({ ...slot, lessons, course_id, course_name, role }))
  })
  merged.lessons.push(...slots)
  const isRelevant = (change: Record<string, unknown>) =>
    slots.some(slot => slot.lessons.some(lesson => appliesTo(change, slot.unit.id, lesson.id)))
  const relevant = changes.filter(change => isRelevant(change) || (slots.length > 0 && isForWholeDay(change)))
  merged.representations.push(...relevant.map(change => ({ ...change, course_id })))
}

const isForWholeDay = (change: Record<string, unknown>) =>
  change.unit_id === undefined && change.lesson_id === undefined

const appliesTo = (change: Record<string, unknown>, unitId: number | null, lessonId: number) =>
  !isForWholeDay(change) &&
  (change.unit_id === undefined || change.unit_id === unitId) &&
  (change.lesson_id === undefined || change.lesson_id === lessonId)

/** Breaks and free periods between the first and the last lesson. */
function listPauses(slots: readonly MySlot[], units: TimelineInput['units']): MySlot[] {
  const start = slots.map(({ unit }) => unit.start).toSorted()[0]
  const end = slots
    .map(({ unit }) => unit.end)
    .toSorted()
    .at(-1)
  if (start === undefined || end === undefined) return []
  const isTaken = ({ start_time, end_time }: (typeof units)[number]) =>
    slots.some(({ unit }) => unit.start < end_time && start_time < unit.end)
  return units
    .filter(unit => unit.start_time >= start && unit.end_time <= end && !isTaken(unit))
    .map(unit => ({
      unit: {
        id: unit.is_break === 1 ? null : unit.id,
        ...{ start: unit.start_time, end: unit.end_time, position: unit.position, text: unit.text },
        positions: unit.position === null ? [] : [unit.position],
        text_readable: unit.position === null ? unit.text : `${unit.text}.`,
      },
      lessons: unit.is_break === 1 ? null : [],
      is_break: unit.is_break === 1,
      ...{ course_id: null, course_name: null },
    }))
}

const compareSlots = (a: MySlot, b: MySlot) =>
  a.unit.start.localeCompare(b.unit.start) ||
  a.unit.end.localeCompare(b.unit.end) ||
  (a.course_id ?? 0) - (b.course_id ?? 0)

async function readClassNames(db: Db, courseIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('courses').select(['id', 'name']).where('id', 'in', courseIds).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
