import type { Row } from './chatAccessTable.ts'
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

/** The rows of the endpoints of permissions in the table of service/access.test.ts. The columns are the same. */
export const permissionAccess: Record<string, Row> = {
  'permissions.list': {
    ask: { query: `lesson_id=${lessons.maths}` },
    answers: anyGrant,
    elsewhere: [
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
    ask: { params: { course_id: courses['8b'] } },
    answers: member,
    elsewhere: [{ params: { course_id: courses['10a'] } }, { params: { course_id: 99 } }],
  },
  'permissions.get': {
    ask: { params: { permission_id: grants.albrechtOnMaths } },
    answers: anyGrant,
    elsewhere: otherGrants,
  },
  'permissions.create': {
    ask: { body: newGrant(lessons.maths) },
    answers: administrator,
    elsewhere: [
      { body: newGrant(lessons.english) },
      { body: newGrant(99) },
      { body: { ...newGrant(99), resource_ids: { chat_id: smallChats.other } } },
      { body: { ...newGrant(99), resource_ids: { file_id: smallFiles.otherSheet } } },
    ],
  },
  'permissions.change': {
    ask: { params: { permission_id: grants.sommerOnMaths }, body: { is_write: true } },
    answers: administrator,
    elsewhere: otherGrants.map(ask => ({ ...ask, body: { is_write: true } })),
  },
  'permissions.remove': {
    ask: { params: { permission_id: grants.sommerOnMaths } },
    answers: administrator,
    elsewhere: otherGrants,
  },
}
