import type { FaultKind } from './faultClasses.ts'
import { accessIds } from './faultyAccess.ts'
import { hostileText } from './faultyRows.ts'

/** Homework as the classes of faultClasses.ts show it. All of it is numbered from 901, where nothing is handed in. */
export function faultyHomework(
  kind: FaultKind | 'fine',
  asked: { courseId: number; now: number },
): unknown[] {
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
