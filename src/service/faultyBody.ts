import type { Selectable } from 'kysely'
import type { Endpoint, Query } from '../contract/endpoint.ts'
import { topFolderId } from '../contract/params.ts'
import type { timeline } from '../contract/timeline.ts'
import { plusDays } from '../lib/week.ts'
import type { FaultKind } from './faultClasses.ts'
import { accessIds } from './faultyAccess.ts'
import { faultyFiles } from './faultyFiles.ts'
import { faultyHomework } from './faultyHomework.ts'
import { brokenLessons, brokenMembers, hostileText, looseLessons, looseUnits } from './faultyRows.ts'
import { lessonOnWire } from './lessonOnWire.ts'
import type { Lessons, Units } from './store/schema.ts'
import { timelineDays, timelineRange } from './timelineDays.ts'

type Asked = {
  courseId: number
  lessonId: number
  homeworkId: number
  fileId: number
  query: Query<typeof timeline.days>
  now: number
  timeZone: string
}
type Kind = FaultKind | 'fine'

/**
 * What a class of faultClasses.ts says of itself: made here, never from the data of people. Undefined where it has
 * nothing to say; lists it does not know are empty.
 */
export function faultyBody(kind: Kind, endpoint: Endpoint, asked: Asked): unknown {
  if (endpoint.method !== 'GET') return undefined
  const lessons = lessonsOf(kind, asked.courseId)
  switch (endpoint.resource) {
    case 'course':
      return courseOf(kind, asked.courseId)
    case 'member':
      return membersOf(kind)
    case 'lesson':
      return endpoint.answer.kind === 'rows'
        ? lessons
        : lessons.find(lesson => idOf(lesson) === asked.lessonId)
    case 'homework': {
      const homework = faultyHomework(kind, asked)
      return endpoint.answer.kind === 'rows' ? homework : homework.find(row => idOf(row) === asked.homeworkId)
    }
    case 'file': {
      const files = faultyFiles(kind)
      if (endpoint.answer.kind === 'rows') return files
      return asked.fileId === topFolderId
        ? topFolder(asked.courseId)
        : files.find(row => idOf(row) === asked.fileId)
    }
    case 'timeline':
      return timelineOf(kind, asked, lessons)
    default:
      return endpoint.answer.kind === 'rows' ? [] : undefined
  }
}

/** As files.get has it. */
const topFolder = (courseId: number) => ({
  id: topFolderId,
  name: `Fault ${courseId}`,
  is_dir: true,
  parent_id: null,
  created_at: '2026-09-01 08:00:00',
  document: null,
  can_write: true,
})

function courseOf(kind: Kind, id: number): unknown {
  const name = kind === 'hostile' ? hostileText.name : `Fault ${id}`
  // Loose and broken: fields nobody promises, of other types than seen (contract/wire.ts, assumed).
  if (kind === 'loose' || kind === 'broken') return { id, name, created: '2026-09-01', school_id: null }
  return { id, name, school_id: 1, created: 1_788_220_800, timetable_week: null, is_teacher_mode: true }
}

function membersOf(kind: Kind): unknown[] {
  if (kind === 'broken') return brokenMembers
  if (kind === 'hostile') return [{ id: 1, name: hostileText.name, avatar_url: hostileText.address }]
  if (kind === 'loose') return [{ id: 1, name: 'A. Nobody', is_teacher: 'yes', avatar_url: null }]
  return [{ id: 1, name: 'A. Nobody', is_teacher: true, avatar_url: null }]
}

function lessonsOf(kind: Kind, courseId: number): unknown[] {
  if (kind === 'broken') return brokenLessons
  if (kind === 'loose') return looseLessons
  return plainLessons(kind, courseId).map(lessonOnWire)
}

const plainLessons = (kind: Kind, course_id: number): Selectable<Lessons>[] =>
  ['Maths', 'English'].map((name, index) => ({
    id: kind === 'access' ? (accessIds.lessons[index] ?? 0) : 901 + index,
    course_id,
    name: kind === 'hostile' ? hostileText.name : name,
    short: kind === 'hostile' ? hostileText.short : name.slice(0, 2),
    room: kind === 'hostile' ? hostileText.room : '204',
    teacher: kind === 'hostile' ? hostileText.teacher : 'Nobody',
    note: kind === 'hostile' ? hostileText.note : '',
    color: kind === 'hostile' ? hostileText.color : '#3177dc',
    is_gradable: 1,
    is_timetable_only: 0,
    rooms: '{}',
  }))

const plainUnits: Selectable<Units>[] = Array.from({ length: 10 }, (_, index) => ({
  id: 901 + index,
  school_id: 1,
  position: index + 1,
  start_time: `${String(8 + index).padStart(2, '0')}:00`,
  end_time: `${String(8 + index).padStart(2, '0')}:45`,
  text: String(index + 1),
  is_break: 0,
}))

function timelineOf(kind: Kind, { courseId, query, now, timeZone }: Asked, lessons: unknown[]): unknown[] {
  const range = timelineRange(now, timeZone, query)
  const hours = kind === 'large' ? plainUnits : plainUnits.slice(0, 2)
  const subjects = plainLessons(kind, courseId)
  const entries = [1, 2, 3, 4, 5].flatMap(weekday =>
    hours.flatMap(({ id: unit_id }) =>
      subjects.map(({ id: lesson_id }) => ({ weekday, unit_id, lesson_id })),
    ),
  )
  const to = kind === 'large' ? plusDays(range.from, 365) : range.to
  const input = { today: range.today, query, units: hours, lessons: subjects, entries, holidays: [] }
  const days = timelineDays({ from: range.from, to }, { ...input, representations: [] })
  if (kind === 'hostile') return days.map(day => ({ ...day, representations: hostileText.representations }))
  if (kind === 'loose') {
    const slots = looseUnits.map(unit => ({ unit, lessons, is_break: false }))
    return days.map(day => (day.is_unschooled ? day : { ...day, lessons: slots, extra: true }))
  }
  if (kind !== 'broken') return days
  const [first, second, ...rest] = days
  return [
    first,
    { ...first, is_today: true },
    { ...second, date: undefined },
    { ...second, date: '2026-02-30' },
    { ...second, lessons: 'none' },
    { ...second, is_unschooled: 'no' },
    null,
    ...rest,
  ]
}

const idOf = (row: unknown) => (typeof row === 'object' && row !== null && 'id' in row ? row.id : undefined)
