import type { Selectable } from 'kysely'
import type { Endpoint, Query } from '../../contract/endpoint.ts'
import type { timeline } from '../../contract/timeline.ts'
import { topFolderId } from '../../contract/wire.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { addDaysToDay } from '../../lib/week.ts'
import type { Lessons, Units } from '../../service/db/schema.ts'
import { serializeLesson, timelineDays, timelineRange } from '../../service/serialize/lessons.ts'
import answers from './answers.json' with { type: 'json' }
import type { ClassFaultKind } from './faults.ts'
import { expandPlaceholders } from './hostile.ts'

type FaultRequest = {
  courseId: number
  params: Record<string, number>
  query: Query<typeof timeline.days>
  now: number
  timeZone: string
}
type DataKind = ClassFaultKind | 'fine'
type Row = Record<string, unknown>

/**
 * Differences from valid rows, whose IDs start at 901: odd (rule 18), unreadable (rule 19) or dangerous
 * (rules 13 and 14). `without` lists missing fields. Other values replace the row.
 */
type DataChanges = {
  course?: string
  members?: readonly unknown[]
  lessons?: readonly unknown[]
  lesson?: Partial<Selectable<Lessons>>
  units?: readonly unknown[]
  representations?: readonly unknown[]
  /** `row` counts from 0. */
  homework?: readonly unknown[]
  /** `folder` or `file` is the ID, `in` the folder's ID. `documentWith` changes the document. */
  files?: readonly unknown[]
  /** `day` counts from 0. */
  days?: readonly unknown[]
}
const { plain, fine, ...otherChanges } = expandPlaceholders(answers)
const changesByKind: Record<string, DataChanges> = otherChanges
const changesOf = (kind: DataKind): DataChanges => ({ ...fine, ...changesByKind[kind] })

/** Returns a body without data of the database, or undefined if there is no such object. */
export function faultyBody(kind: DataKind, endpoint: Endpoint, request: FaultRequest): unknown {
  const { courseId, params } = request
  if (endpoint.method !== 'GET') return undefined
  if (endpoint.resource === 'course') return courseOf(kind, courseId)
  const rows = rowsOf(kind, endpoint.resource, request)
  if (endpoint.response.kind === 'rows') return rows
  if (endpoint.resource === 'file' && params.file_id === topFolderId) return topFolder(courseId)
  const id = params.lesson_id ?? params.homework_id ?? params.file_id
  return rows.find(row => isRecord(row) && row.id === id)
}

function rowsOf(kind: DataKind, resource: Endpoint['resource'], request: FaultRequest): readonly unknown[] {
  const { members = [], homework = [], files = [] } = changesOf(kind)
  switch (resource) {
    case 'member':
      return members
    case 'lesson':
      return lessonsOf(kind, request.courseId)
    case 'homework': {
      // 2,000 rows of 2.5 kB (rule 20), due on 100 days.
      const note = 'All of it. '.repeat(230)
      const large = (_: unknown, row: number) => ({ row, note, dueIn: (row % 100) - 50 })
      const all = kind === 'large' ? Array.from({ length: 2000 }, large) : homework
      return all.map(changes =>
        withChanges(changes, ({ row, dueIn }) => plainHomework(request, Number(row), dueIn)),
      )
    }
    case 'file': {
      const large = (_: unknown, index: number) => ({ file: 902 + index, name: `file ${index}.pdf`, in: 901 })
      const all =
        kind === 'large' ? [{ folder: 901, name: 'Large' }, ...Array.from({ length: 5000 }, large)] : files
      return all.map(changes => withChanges(changes, plainFile))
    }
    case 'timeline':
      return timelineOf(kind, request)
    default:
      return []
  }
}

/** These select the valid row, and are not part of the result. */
const controlFields = ['day', 'row', 'dueIn', 'folder', 'file', 'in', 'documentWith', 'without']

function withChanges(changes: unknown, plain: (changes: Row) => Row): unknown {
  if (!isRecord(changes)) return changes
  const hidden = [...controlFields, ...String(changes.without ?? '').split(', ')]
  const entries = Object.entries({ ...plain(changes), ...changes })
  return Object.fromEntries(entries.filter(([name]) => !hidden.includes(name)))
}

const topFolder = (courseId: number) => ({
  ...plainFile({ folder: topFolderId }),
  name: `Fault ${courseId}`,
  created_at: '2026-09-01 08:00:00',
})

function courseOf(kind: DataKind, id: number): unknown {
  const name = changesOf(kind).course ?? `Fault ${id}`
  // With undocumented fields of other types.
  return { id, name, ...(kind === 'loose' || kind === 'broken' ? plain.oddCourse : plain.course) }
}

function lessonsOf(kind: DataKind, courseId: number): unknown[] {
  const [firstLesson] = plainLessons('fine', courseId).map(serializeLesson)
  const { id: _id, import_source: _source, ...rest } = firstLesson ?? {}
  const { lessons } = changesOf(kind)
  return (
    lessons?.map(changes => withChanges(changes, () => rest)) ??
    plainLessons(kind, courseId).map(serializeLesson)
  )
}

const plainLessons = (kind: DataKind, course_id: number) =>
  plain.lessons.map(lesson => ({
    ...lesson,
    course_id,
    ...plain.lesson,
    ...changesOf(kind).lesson,
  })) as Selectable<Lessons>[]

function timelineOf(kind: DataKind, { courseId, query, now, timeZone }: FaultRequest): unknown[] {
  const { today, from, to } = timelineRange(now, timeZone, query)
  const units = (kind === 'large' ? plain.units : plain.units.slice(0, 2)) as Selectable<Units>[]
  const lessons = plainLessons(kind, courseId)
  // Every second unit lacks a lesson, so that no two units form a double period.
  const lessonsIn = (unit: number) => (unit % 2 === 0 ? lessons : lessons.slice(0, 1))
  const entries = [1, 2, 3, 4, 5].flatMap(weekday =>
    units.flatMap(({ id: unit_id }, unit) =>
      lessonsIn(unit).map(({ id: lesson_id }) => ({ weekday, unit_id, lesson_id })),
    ),
  )
  const range = { from, to: kind === 'large' ? addDaysToDay(from, 365) : to }
  const input = { today, query, units, lessons, entries, holidays: [], representations: [] }
  const days = timelineDays(range, input)
  const { representations, units: oddUnits } = changesOf(kind)
  if (representations) return days.map(day => ({ ...day, representations }))
  if (oddUnits) {
    const slots = oddUnits.map(unit => ({ unit, lessons: lessonsOf(kind, courseId), is_break: false }))
    return days.map(day => (day.is_unschooled ? day : { ...day, lessons: slots, extra: true }))
  }
  const [first, , ...rest] = days
  const { days: oddDays } = changesOf(kind)
  if (!oddDays) return days
  return [
    first,
    ...oddDays.map(changes => withChanges(changes, ({ day }) => ({ ...days[Number(day)] }))),
    ...rest,
  ]
}

/** Due at 08:00, the first one yesterday. */
function plainHomework({ courseId, now }: FaultRequest, row: number, dueIn: unknown = row - 1): Row {
  const due = new Date(now + Number(dueIn) * 86_400_000).toISOString().slice(0, 10)
  return {
    id: 901 + row,
    course_id: courseId,
    lesson_id: 901 + (row % 2),
    text: `Homework ${row + 1}`,
    time: Math.floor(now / 1000) - 86_400,
    until_datetime: `${due} 08:00:00`,
    ...plain.homework,
  }
}

function plainFile({ folder, file, in: parent, name, documentWith }: Row): Row {
  const id = folder ?? file
  const isPlain = file === undefined && documentWith === undefined
  const changes = isRecord(documentWith) && documentWith
  const document = { id, name, related_to: `file.${id}`, ...plain.document, ...changes }
  return {
    ...{ id, name, is_dir: file === undefined, ...plain.file },
    parent_id: parent === undefined ? null : String(parent),
    document: isPlain ? null : document,
  }
}
