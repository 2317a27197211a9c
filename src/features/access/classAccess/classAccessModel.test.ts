import { describe, expect, it } from 'vitest'
import type { Lesson } from '../../../contract/lessons.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { fileItems, homeworkItems, subjectItems } from './accessItems.ts'
import {
  countRoles,
  createClassAccess,
  filterByText,
  isOnlyAdmin,
  isThroughClass,
} from './classAccessModel.ts'

const collator = new Intl.Collator('en', { numeric: true })
let nextId = 1
const grant = (
  resource_ids: Record<string, number>,
  user: number | string,
  name: string,
  flags: { is_admin?: boolean; is_write?: boolean } = {},
): Permission => ({
  id: nextId++,
  resource_ids,
  target: {
    ids: typeof user === 'number' ? { user_id: user } : { class_id: 8 },
    ...{ type: 'User', name, display_name: name, image: null },
    targets_multiple_users: typeof user === 'string',
  },
  ...{ is_admin: false, is_write: false, given_by_user_id: null, given_at: '2026-09-03T08:00:00Z' },
  ...flags,
})
const lesson = (id: number, name: string): Lesson => ({
  ...{ id, name, short: '', room: '', teacher: '', note: null, color: null, rooms: {} },
  ...{ is_gradable: true, is_timetable_only: false, import_source: undefined },
})
const admin = { is_admin: true, is_write: true }

const lists = {
  courseId: 1,
  members: [
    { id: 3, name: 'Aiko Tanaka', is_teacher: false, avatar_url: null },
    { id: 1, name: 'Omar Ruiz', is_teacher: true, avatar_url: null },
    { id: 2, name: 'Mats Kern', is_teacher: false, avatar_url: null },
    { id: 4, name: 'Zoe Adler', is_teacher: false, avatar_url: null },
  ],
  items: subjectItems([lesson(2, 'Maths'), lesson(1, 'Art'), lesson(3, 'PE')], collator),
  grants: [
    grant({ lesson_id: 1 }, 1, 'Omar Ruiz', admin),
    grant({ lesson_id: 1 }, 2, 'Mats Kern', { is_write: true }),
    grant({ lesson_id: 2 }, 1, 'Omar Ruiz', admin),
    grant({ lesson_id: 2 }, 3, 'Aiko Tanaka', admin),
    grant({ lesson_id: 3 }, 'group', 'Class 8b', admin),
    grant({ lesson_id: 3 }, 9, 'Zoë Elsewhere'),
    grant({ announcement_id: 5 }, 1, 'Omar Ruiz', { is_admin: true }),
  ],
  isIncomplete: false,
  language: 'en',
}
const { people, items } = createClassAccess(lists)
const personOf = (name: string) => people.find(person => person.name === name) ?? fail(name)
const fail = (name: string): never => {
  throw new Error(`no person ${name}`)
}

describe('the people of a class', () => {
  it('are grouped by role and sorted by family name', () => {
    expect(people.map(({ kind, name }) => [kind, name])).toEqual([
      ['teacher', 'Omar Ruiz'],
      ['pupil', 'Zoe Adler'],
      ['pupil', 'Mats Kern'],
      ['pupil', 'Aiko Tanaka'],
      ['other', 'Class 8b'],
      ['other', 'Zoë Elsewhere'],
    ])
  })

  it('have sorted items and counts by role', () => {
    expect(personOf('Omar Ruiz').items.map(({ item }) => item.key)).toEqual([
      'lesson_id.1',
      'lesson_id.2',
      'announcement_id.5',
    ])
    expect(countRoles(personOf('Omar Ruiz'))).toEqual({ admin: 3, onlyAdmin: 2, write: 0, read: 0 })
    expect(countRoles(personOf('Mats Kern'))).toEqual({ admin: 0, onlyAdmin: 0, write: 1, read: 0 })
    expect(countRoles(personOf('Zoe Adler'))).toEqual({ admin: 0, onlyAdmin: 0, write: 0, read: 0 })
  })

  it('are no only admin next to a group or unreadable grants', () => {
    expect(items.find(({ item }) => item.key === 'lesson_id.3')?.onlyAdmin).toBeUndefined()
    const incomplete = createClassAccess({ ...lists, isIncomplete: true })
    expect(incomplete.people.flatMap(({ items }) => items.filter(isOnlyAdmin))).toEqual([])
  })

  it('have the access of their class, without their own if that is as high', () => {
    const ofClass = { ids: { course_id: 1 }, type: 'Class', name: '8b', display_name: 'Class 8b, 4 people' }
    const target = { ...ofClass, image: null, targets_multiple_users: true, member_count: 4 }
    const give = (lesson_id: number) => ({
      ...grant({ lesson_id }, 'group', '8b', { is_write: true }),
      target,
    })
    const grants = [
      grant({ lesson_id: 2 }, 3, 'Aiko Tanaka', admin),
      grant({ lesson_id: 2 }, 4, 'Zoe Adler'),
      grant({ lesson_id: 2 }, 9, 'Zoë Elsewhere'),
      give(2),
      { ...give(3), target: { ...target, ids: { course_id: 2 }, name: '7c' } },
    ]
    const access = createClassAccess({ ...lists, grants })
    const describePerson = ({ name, items }: (typeof access.people)[number]) => [
      name,
      ...items.map(item => [
        item.item.name,
        isThroughClass(item) ? 'through' : 'own',
        item.classGrant !== undefined,
      ]),
    ]
    expect(access.people.map(describePerson)).toEqual([
      ['Omar Ruiz', ['Maths', 'through', true]],
      ['Zoe Adler', ['Maths', 'own', true]],
      ['Mats Kern', ['Maths', 'through', true]],
      ['Aiko Tanaka', ['Maths', 'own', false]],
      ['7c', ['PE', 'own', false]],
      ['8b', ['Maths', 'own', false]],
      ['Zoë Elsewhere', ['Maths', 'own', false]],
    ])
  })

  it('are found by all words, ignoring accents', () => {
    const find = (text: string) =>
      filterByText(people, text, ({ foldedName }) => foldedName).map(({ name }) => name)
    expect(find('zoe')).toEqual(['Zoe Adler', 'Zoë Elsewhere'])
    expect(find('zoe else')).toEqual(['Zoë Elsewhere'])
    expect(find('  ')).toHaveLength(6)
  })
})

describe('the items of a class', () => {
  it('are listed with a grant only', () => {
    expect(items.map(({ item }) => [item.kind, item.name || item.resource.id])).toEqual([
      ['subject', 'Art'],
      ['subject', 'Maths'],
      ['subject', 'PE'],
      ['news', 5],
    ])
  })

  it('show latest homework first, and folders before files', () => {
    const homework = (id: number, until_datetime: string) => ({
      ...{ id, course_id: 1, lesson_id: 1, text: `no. ${id}\nmore of it`, note: '', time: 0, until_datetime },
      ...{ related_members: [], is_private: false, is_restricted: false, can_edit: true, is_checked: false },
      ...{
        can_check: false,
        is_submissionable: false,
        points: null,
        created_at: undefined,
        lesson: undefined,
      },
      ...{ note_formatted: null, note_basic: null, document_relation: undefined, can_correct: undefined },
      ...{ is_admin: undefined, can_delete: undefined, documents: [] },
    })
    const tasks = [
      homework(1, '2026-11-20 08:00:00'),
      homework(2, 'soon'),
      homework(3, '2026-11-21 08:00:00'),
    ]
    expect(homeworkItems(tasks, [], 'Europe/Berlin').map(({ name }) => name)).toEqual([
      'no. 3',
      'no. 1',
      'no. 2',
    ])
    const file = (id: number, name: string, is_dir: boolean) => ({
      ...{ id, name, is_dir, parent_id: null, created_at: '2026-11-01', document: null, can_write: false },
    })
    const files = fileItems(
      [file(1, 'b.pdf', false), file(2, 'Maths', true), file(4, 'a\u202efdp.exe', false)],
      collator,
    )
    expect(files.map(({ name }) => name)).toEqual(['Maths', 'a\ufffdfdp.exe', 'b.pdf'])
  })
})
