import type { Selectable } from 'kysely'
import type { Endpoint, Query } from '../../contract/endpoint.ts'
import type { timeline } from '../../contract/timeline.ts'
import { topFolderId } from '../../contract/wire.ts'
import { plusDays } from '../../lib/week.ts'
import { lessonOnWire, timelineDays, timelineRange } from '../../service/answers/lessons.ts'
import type { Lessons, Units } from '../../service/db/schema.ts'
import type { ClassFaultKind } from './faults.ts'
import {
  accessIds,
  brokenLessons,
  brokenMembers,
  hostileText,
  looseLessons,
  looseUnits,
} from './faultyAccess.ts'
import { faultyFiles } from './faultyFiles.ts'

type Asked = {
  courseId: number
  params: Record<string, number>
  query: Query<typeof timeline.days>
  now: number
  timeZone: string
}
type Kind = ClassFaultKind | 'fine'

/**
 * What a class of faults.ts says of itself: made here, never from the data of people. Undefined where it has
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
        : lessons.find(lesson => idOf(lesson) === asked.params.lesson_id)
    case 'homework': {
      const homework = faultyHomework(kind, asked)
      return endpoint.answer.kind === 'rows'
        ? homework
        : homework.find(row => idOf(row) === asked.params.homework_id)
    }
    case 'file': {
      const files = faultyFiles(kind)
      if (endpoint.answer.kind === 'rows') return files
      return asked.params.file_id === topFolderId
        ? topFolder(asked.courseId)
        : files.find(row => idOf(row) === asked.params.file_id)
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

/** Homework as the classes of faults.ts show it. All of it is numbered from 901, where nothing is handed in. */
export function faultyHomework(kind: Kind, asked: { courseId: number; now: number }): unknown[] {
  const { courseId: course_id, now } = asked
  const row = (index: number): Record<string, unknown> => ({
    id: 901 + index,
    course_id,
    lesson_id: 901 + (index % 2),
    text: `Homework ${index + 1}`,
    note: '',
    time: Math.floor(now / 1000) - 86_400,
    until_datetime: dueOn(now, index - 1),
    related_members: [],
    is_private: false,
    is_restricted: false,
    can_edit: true,
    is_checked: false,
    can_check: false,
    is_submissionable: false,
    points: null,
  })
  switch (kind) {
    case 'loose':
      return loose(row)
    case 'broken':
      return broken(row)
    case 'hostile':
      return hostile.map((fields, index) => ({ ...row(index), ...fields }))
    case 'large':
      // 2,000 rows of 2.5 kB (cases 20), due over 100 days.
      return Array.from({ length: 2000 }, (_, index) => ({
        ...row(index),
        until_datetime: dueOn(now, (index % 100) - 50),
        note: 'All of it. '.repeat(230),
      }))
    case 'access':
      return [{ ...row(0), id: accessIds.homework, lesson_id: accessIds.lessons[0] }]
    default:
      return [row(0), row(1), row(2)]
  }
}

/** Odd, but readable, every one of them (cases 18). */
const loose = (row: (index: number) => object): unknown[] => [
  { ...row(0), text: 'Due in ISO 8601', until_datetime: '2026-11-20T08:00:00+01:00' },
  { ...row(1), text: 'Due on a day', until_datetime: '2026-11-20' },
  { ...row(2), text: 'Note null', note: null },
  { ...row(3), text: 'Fields of api.md the app can do without are missing', ...without },
  { ...row(4), text: 'Fields it can do without are of other types', ...ofOtherTypes },
  { ...row(5), text: 'A field nobody knows', unheard_of: { deep: [1, 2, 3] } },
  { ...row(6), text: 'A subject the class does not have', lesson_id: 999 },
  { ...row(7), text: 'Handed in, with an impossible maximum', is_submissionable: true, points: -5 },
]

const without = {
  time: undefined,
  related_members: undefined,
  is_private: undefined,
  is_restricted: undefined,
  is_checked: undefined,
  can_check: undefined,
  points: undefined,
}
const ofOtherTypes = {
  time: '2026-11-18',
  related_members: {},
  is_private: 0,
  points: '15',
  lesson: 'Maths',
  documents: 'none',
  note_formatted: 7,
  can_correct: 'yes',
}

/** Two readable, one of them twice; six that can't be read (cases 19). */
const broken = (row: (index: number) => object): unknown[] => [
  { ...row(0), text: 'Readable' },
  { ...row(1), id: undefined },
  { ...row(1), id: '902' },
  { ...row(1), text: 7 },
  { ...row(1), until_datetime: 'soon' },
  { ...row(1), can_edit: 'no' },
  null,
  { ...row(0), text: 'The same id again' },
  { ...row(2), text: 'Readable too' },
]

const hostile: readonly object[] = [
  { text: hostileText.name, note: hostileText.note, note_formatted: hostileText.name, note_basic: '' },
  { text: '\u202eenil eht fo dne eht morF\u0007', note: '\u2066'.repeat(50) },
  {
    text: 'Z\u0351\u0357\u0352'.repeat(300),
    note_formatted: '<a href="javascript:window.hacked=true">Sheet</a>',
  },
  {
    text: '=HYPERLINK("https://evil.example","click")',
    documents: [
      {
        id: 901,
        name: '<img src=x onerror="window.hacked = true">\u202egpj.exe',
        content_type: 'text/html',
        size: 12,
        url: hostileText.address,
        preview_url: 'https://evil.example/preview.png',
        download_url: 'https://evil.example/download',
      },
    ],
  },
  { text: 'x'.repeat(10_000), note: 'y'.repeat(100_000) },
]

/** 08:00 so many days from today, in the plain format. */
const dueOn = (now: number, days: number): string =>
  `${new Date(now + days * 86_400_000).toISOString().slice(0, 10)} 08:00:00`
