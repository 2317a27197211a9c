import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/client/ApiError.ts'
import type { Lesson } from '../../../contract/lessons.ts'
import { type Permission, permissions } from '../../../contract/permissions.ts'
import { readState } from './grantStore.ts'
import {
  accessOf,
  type Filter,
  matrixFacts,
  membersOf,
  narrowed,
  peopleOf,
  type ResourceAccess,
} from './matrixModel.ts'
import { homeworkResources, subjectResources, topFileResources, withSeenFiles } from './resources.ts'
import { moved, type Place } from './useGridFocus.ts'

const collator = new Intl.Collator('en', { numeric: true })
const grant = (
  ids: Record<string, unknown>,
  name: string,
  is_admin: boolean,
  is_write = false,
): Permission => ({
  id: 1,
  resource_ids: { lesson_id: 1 },
  target: {
    ...{ ids, type: 'User', name, display_name: name, image: null },
    targets_multiple_users: ids.user_id === undefined,
  },
  ...{ is_admin, is_write, given_by_user_id: null, given_at: '2026-09-03T08:00:00Z' },
})
const lesson = (id: number, name: string): Lesson => ({
  ...{ id, name, short: '', room: '', teacher: '', note: null, color: null, rooms: {} },
  ...{ is_gradable: true, is_timetable_only: false, import_source: undefined },
})

const access = new Map<string, ResourceAccess>([
  [
    'lesson_id.1',
    accessOf([grant({ user_id: 1 }, 'Omar Ruiz', true), grant({ user_id: 2 }, 'Mats Kern', false, true)]),
  ],
  [
    'lesson_id.2',
    accessOf([grant({ user_id: 1 }, 'Omar Ruiz', true), grant({ user_id: 3 }, 'Aiko Tanaka', true)]),
  ],
  [
    'lesson_id.3',
    accessOf([grant({ class_id: 8 }, 'Class 8b', true), grant({ user_id: 9 }, 'Zoë Elsewhere', false)]),
  ],
  ['lesson_id.4', { state: 'hidden' }],
])
const members = membersOf(
  [
    { id: 3, name: 'Aiko Tanaka', is_teacher: false, avatar_url: null },
    { id: 1, name: 'Omar Ruiz', is_teacher: true, avatar_url: null },
    { id: 2, name: 'Mats Kern', is_teacher: undefined, avatar_url: null },
    { id: 4, name: 'Zoe Adler', is_teacher: false, avatar_url: null },
  ],
  'en',
)
const known = [...access.values()].filter(each => each.state === 'known')
const all = {
  people: peopleOf(members, known, 'en'),
  resources: subjectResources(
    ['Maths', 'English', 'Art', 'Music', 'PE'].map((name, at) => lesson(at + 1, name)),
    collator,
  ),
}
const show = (filter: Partial<Filter>) => {
  const { people, resources } = narrowed(all, access, {
    find: '',
    kind: undefined,
    onlyOneAdmin: false,
    ...filter,
  })
  return [people, resources].map(entries => entries.map(({ name }) => name).join(', '))
}

describe('the people of the matrix', () => {
  it('are the members of the class by family name, followed by all others with a permission', () => {
    expect(all.people.map(({ kind, name }) => [kind, name])).toEqual([
      ['teacher', 'Omar Ruiz'],
      ['pupil', 'Zoe Adler'],
      ['pupil', 'Aiko Tanaka'],
      ['member', 'Mats Kern'],
      ['group', 'Class 8b'],
      ['other', 'Zoë Elsewhere'],
    ])
  })

  it('are counted with the resources, and a group as admin counts as more than one admin', () => {
    expect(matrixFacts(all, access)).toEqual({
      ...{ all: 5, loaded: 4, onlyOneAdmin: 1, pupilAdmin: 1, unasked: 0, hidden: 1, untold: 0, failed: 0 },
    })
  })
})

describe('the filter', () => {
  it.each<[Partial<Filter>, string, string]>([
    [
      {},
      'Omar Ruiz, Zoe Adler, Aiko Tanaka, Mats Kern, Class 8b, Zoë Elsewhere',
      'Art, English, Maths, Music, PE',
    ],
    [{ find: 'omar' }, 'Omar Ruiz', 'Art, English, Maths, Music, PE'],
    [{ find: 'zoe else  MUS' }, 'Zoë Elsewhere', 'Music'],
    [{ find: 'mat' }, 'Mats Kern', 'Maths'],
    [{ find: 'omar chess' }, '', ''],
    [
      { onlyOneAdmin: true },
      'Omar Ruiz, Zoe Adler, Aiko Tanaka, Mats Kern, Class 8b, Zoë Elsewhere',
      'Maths',
    ],
    [{ onlyOneAdmin: true, find: 'art' }, '', ''],
  ])('%o', (filter, people, resources) => {
    expect(show(filter)).toEqual([people, resources])
  })
})

describe('the columns of the matrix', () => {
  const homework = (id: number, until_datetime: string) => ({
    ...{ id, course_id: 1, lesson_id: 1, text: `no. ${id}\nmore of it`, note: '', time: 0, until_datetime },
    ...{ related_members: [], is_private: false, is_restricted: false, can_edit: true, is_checked: false },
    ...{ can_check: false, is_submissionable: false, points: null, created_at: undefined, lesson: undefined },
    ...{ note_formatted: null, note_basic: null, document_relation: undefined, can_correct: undefined },
    ...{ is_admin: undefined, can_delete: undefined, documents: [] },
  })
  it('contain upcoming homework before past homework, without homework that is long past', () => {
    const rows = [
      homework(1, '2026-11-20 08:00:00'),
      homework(2, '2026-11-16 08:00:00'),
      homework(3, '2026-11-18 08:00:00'),
      homework(4, '2026-11-10 08:00:00'),
      homework(5, '2026-09-01 08:00:00'),
    ]
    const asked = { today: '2026-11-18', timeZone: 'Europe/Berlin' }
    const { resources, older } = homeworkResources(rows, [], { ...asked, all: false })
    expect(resources.map(({ name }) => name)).toEqual(['no. 3', 'no. 1', 'no. 2', 'no. 4'])
    expect(older).toBe(1)
    expect(homeworkResources(rows, [], { ...asked, all: true }).resources).toHaveLength(5)
  })

  it('contain the top-level entries, folders first, and deeper files once their access was opened', () => {
    const file = (id: number, name: string, is_dir: boolean, parent_id: number | null) => ({
      ...{ id, name, is_dir, parent_id, created_at: '2026-11-01', document: null, can_write: false },
    })
    const files = [
      file(1, 'b.pdf', false, null),
      file(2, 'Maths', true, null),
      file(3, 'deep.pdf', false, 2),
      file(4, 'a\u202efdp.exe', false, 77),
    ]
    const top = topFileResources(files, collator)
    expect(top.map(({ name }) => name)).toEqual(['Maths', 'a\ufffdfdp.exe', 'b.pdf'])
    expect(withSeenFiles(top, files, ['file_id.2', 'file_id.3']).map(({ key }) => key)).toEqual([
      'file_id.2',
      'file_id.4',
      'file_id.1',
      'file_id.3',
    ])
  })
})

describe('keyboard navigation in the grid', () => {
  const extent = { rows: 40, columns: 100, page: 10 }
  it.each<[Place, string, boolean, Place | undefined]>([
    [{ row: -1, column: 0 }, 'ArrowLeft', false, { row: -1, column: 0 }],
    [{ row: -1, column: 5 }, 'ArrowDown', false, { row: 0, column: 5 }],
    [{ row: 0, column: -1 }, 'ArrowUp', false, { row: -1, column: 0 }],
    [{ row: 0, column: 0 }, 'ArrowLeft', false, { row: 0, column: -1 }],
    [{ row: 39, column: 99 }, 'ArrowRight', false, { row: 39, column: 99 }],
    [{ row: 3, column: 9 }, 'Home', false, { row: 3, column: -1 }],
    [{ row: 3, column: 9 }, 'End', false, { row: 3, column: 99 }],
    [{ row: 3, column: 9 }, 'Home', true, { row: -1, column: 0 }],
    [{ row: 3, column: 9 }, 'End', true, { row: 39, column: 99 }],
    [{ row: 35, column: 9 }, 'PageDown', false, { row: 39, column: 9 }],
    [{ row: 3, column: 9 }, 'PageUp', false, { row: 0, column: 9 }],
    [{ row: 3, column: 9 }, 'Enter', false, undefined],
  ])('from %o with %s (Ctrl: %s)', (from, key, control, to) => {
    expect(moved(from, key, control, extent)).toEqual(to)
  })
})

it('readState drops loaded permissions on 403 and 404, but keeps them on a server error', () => {
  const data = { rows: [grant({ user_id: 1 }, 'Omar Ruiz', true)], unreadable: 0 }
  const state = (kind: ApiError['kind']) => {
    const error = new ApiError(kind, { endpoint: permissions.list })
    return readState({ ...pending, data, error, status: 'error' })?.state
  }
  expect([state('forbidden'), state('notFound'), state('server')]).toEqual(['hidden', 'untold', 'known'])
})
const pending = {
  ...{ dataUpdateCount: 1, dataUpdatedAt: 1, errorUpdateCount: 0, errorUpdatedAt: 0, isInvalidated: false },
  ...{ fetchFailureCount: 0, fetchFailureReason: null, fetchMeta: null, fetchStatus: 'idle' as const },
}
