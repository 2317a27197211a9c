import { compileOnce } from '../db/compileOnce.ts'
import { selectAsJson } from '../db/dialects.ts'
import type { Db } from '../db/schema.ts'
import type { TimelineInput } from './lessons.ts'

type Lists = Omit<TimelineInput, 'today' | 'query'>

const parseLists = (lists: Record<keyof Lists, string>) =>
  Object.fromEntries(Object.entries(lists).map(([name, json]) => [name, JSON.parse(json)])) as Lists

type PlanQuery = { course_id: number; from: string; to: string }

/** The timetable of a class with its changes between two days. Undefined if the class does not exist. */
export async function findPlan(db: Db, planQuery: PlanQuery): Promise<Lists | undefined> {
  const [plan] = await selectPlan(db, planQuery)
  return plan && parseLists(plan)
}

const selectPlan = compileOnce((db, { course_id, from, to }: PlanQuery) =>
  db
    .selectFrom('courses')
    .where('courses.id', '=', course_id)
    .select(({ selectFrom }) => [
      selectAsJson(
        db,
        selectFrom('units')
          .whereRef('units.school_id', '=', 'courses.school_id')
          .select(['id', 'position', 'start_time', 'end_time', 'text', 'is_break'])
          .orderBy('start_time')
          .orderBy('id'),
      ).as('units'),
      selectAsJson(
        db,
        selectFrom('lessons')
          .where('course_id', '=', course_id)
          .select(['id', 'name', 'short', 'room', 'teacher', 'note', 'color', 'rooms'])
          .select(['is_gradable', 'is_timetable_only'])
          .orderBy('id'),
      ).as('lessons'),
      selectAsJson(
        db,
        selectFrom('timetable_entries')
          .where('course_id', '=', course_id)
          .select(['weekday', 'unit_id', 'lesson_id'])
          .orderBy('id'),
      ).as('entries'),
      selectAsJson(
        db,
        selectFrom('holidays')
          .whereRef('holidays.school_id', '=', 'courses.school_id')
          .where('date', '>=', from)
          .where('date', '<=', to)
          .select(['date', 'name'])
          .orderBy('id'),
      ).as('holidays'),
      selectAsJson(
        db,
        selectFrom('representations')
          .where('course_id', '=', course_id)
          .where('date', '>=', from)
          .where('date', '<=', to)
          .select(['date', 'body'])
          .orderBy('id'),
      ).as('representations'),
    ]),
)
