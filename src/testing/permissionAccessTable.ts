import type { AccessRow } from './chatAccessTable.ts'
import { smallChats, smallFiles, smallHomework, smallSchool } from './sampleSchool.ts'

const { courses, lessons, people, permissions: grants } = smallSchool
const newGrant = (lesson_id: number) => ({
  resource_ids: { lesson_id },
  target_ids: { user_id: people.weber },
})
const otherGrants = [{ params: { permission_id: grants.kernOnEnglish } }, { params: { permission_id: 99 } }]

const member = '401 401 401 200 404 404 200 200 200'
const anyGrant = '401 401 401 200 404 404 200 403 200'
const administrator = '401 401 401 200 404 404 403 403 200'

/** Same columns as in service/access.test.ts. */
export const permissionAccess: Record<string, AccessRow> = {
  'permissions.list': {
    input: { query: `lesson_id=${lessons.maths}` },
    statuses: anyGrant,
    notFound: [
      { query: `lesson_id=${lessons.english}` },
      { query: 'lesson_id=99' },
      { query: `todo_id=${smallHomework.english}` },
      { query: `chat_id=${smallChats.other}` },
      { query: `file_id=${smallFiles.otherFolder}` },
      { query: 'file_id=0' },
      { query: 'lesson_comment_id=99' },
      { query: 'announcement_id=99' },
    ],
  },
  'permissions.ofClass': {
    input: { params: { course_id: courses['8b'] } },
    statuses: member,
    notFound: [{ params: { course_id: courses['10a'] } }, { params: { course_id: 99 } }],
  },
  'permissions.get': {
    input: { params: { permission_id: grants.albrechtOnMaths } },
    statuses: anyGrant,
    notFound: otherGrants,
  },
  'permissions.create': {
    input: { body: newGrant(lessons.maths) },
    statuses: administrator,
    notFound: [
      { body: newGrant(lessons.english) },
      { body: newGrant(99) },
      { body: { ...newGrant(99), resource_ids: { chat_id: smallChats.other } } },
      { body: { ...newGrant(99), resource_ids: { file_id: smallFiles.otherSheet } } },
    ],
  },
  'permissions.change': {
    input: { params: { permission_id: grants.sommerOnMaths }, body: { is_write: true } },
    statuses: administrator,
    notFound: otherGrants.map(input => ({ ...input, body: { is_write: true } })),
  },
  'permissions.remove': {
    input: { params: { permission_id: grants.sommerOnMaths } },
    statuses: administrator,
    notFound: otherGrants,
  },
}
