import { expect, it } from 'vitest'
import type { Permission } from '../../../contract/permissions.ts'
import { findPeople, getPersonRows } from './ChatPeople.tsx'

const grant = (id: number, name: string, flags: Partial<Permission> = {}, many = false): Permission => ({
  id,
  resource_ids: { chat_id: 1 },
  target: {
    ids: many ? { course_id: 1 } : { user_id: id },
    type: many ? 'course' : 'user',
    name,
    display_name: `User ${name}`,
    image: null,
    targets_multiple_users: many,
  },
  is_write: false,
  is_admin: false,
  given_by_user_id: null,
  given_at: '2026-09-01 08:00:00',
  ...flags,
})

const people = getPersonRows(
  [
    grant(4, 'Mika Sommer'),
    grant(2, 'Omar Ruiz', { is_write: true }),
    grant(3, 'Élise Kern', { is_admin: true }),
    grant(1, 'Jana Albrecht', { is_admin: true, is_write: true }),
    grant(5, 'class 8b', {}, true),
    grant(6, 'Zoe Adler'),
  ],
  1,
  'en',
)

it('lists admins, people by family name, groups, with roles', () => {
  expect(people.map(({ name, role }) => [name, role])).toEqual([
    ['Jana Albrecht', 'admin'],
    ['Élise Kern', 'adminReads'],
    ['Omar Ruiz', 'write'],
    ['Zoe Adler', 'read'],
    ['Mika Sommer', 'read'],
    ['class 8b', 'read'],
  ])
  expect(people.filter(({ isOwn }) => isOwn).map(({ id }) => id)).toEqual([1])
  expect(people.filter(({ isGroup }) => isGroup).map(({ id }) => id)).toEqual([5])
})

it('finds people ignoring case and accents', () => {
  expect(findPeople(people, 'kern ELI').map(({ id }) => id)).toEqual([3])
  expect(findPeople(people, '').length).toBe(6)
})
