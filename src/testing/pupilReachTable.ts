import { smallChats, smallHomework, smallSchool } from './sampleSchool.ts'

type PupilReachRow = { method: string; path: string; body?: object; statuses: string }

const { courses, people } = smallSchool
const resource_ids = { todo_id: smallHomework.maths }
const access = (target_ids: object, is_write: boolean) => ({ resource_ids, target_ids, is_write })
const inChat = (target_ids: object) => ({ resource_ids: { chat_id: smallChats.talk }, target_ids })
const messagePath = (id: number) => `/chats/${smallChats.talk}/messages/${id}`

/** The test inserts it. */
export const pupilsMessage = 50

/**
 * What pupils can reach, and what others can let them reach (rule 63). The callers are in service/pupilReach.test.ts:
 * a pupil and a teacher of 8b who administer the content, and a teacher of 8b who does not.
 */
export const pupilReach: Record<string, PupilReachRow> = {
  'Read access of a person to a homework': {
    ...{ method: 'POST', path: '/permissions', body: access({ user_id: people.sommer }, false) },
    statuses: '200 200 403',
  },
  'Write access of a teacher to a homework': {
    ...{ method: 'POST', path: '/permissions', body: access({ user_id: people.ruiz }, true) },
    statuses: '200 200 403',
  },
  'Write access of a class with pupils to a homework': {
    ...{ method: 'POST', path: '/permissions', body: access({ course_id: courses['8b'] }, true) },
    statuses: '403 422 403',
  },
  'Read access of a class to a homework': {
    ...{ method: 'POST', path: '/permissions', body: access({ course_id: courses['8b'] }, false) },
    statuses: '403 200 403',
  },
  'a chat': { ...{ method: 'POST', path: '/chats', body: { name: 'Trip' } }, statuses: '200 200 200' },
  'a chat in which only administrators write': {
    ...{ method: 'POST', path: '/chats', body: { name: 'Trip', broadcast_only: true } },
    statuses: '403 200 200',
  },
  'a person in a chat': {
    ...{ method: 'POST', path: '/permissions', body: inChat({ user_id: people.ruiz }) },
    statuses: '200 200 403',
  },
  'a class in a chat': {
    ...{ method: 'POST', path: '/permissions', body: inChat({ course_id: courses['8b'] }) },
    statuses: '403 200 403',
  },
  'another class in a chat': {
    ...{ method: 'POST', path: '/permissions', body: inChat({ course_id: courses['10a'] }) },
    statuses: '403 403 403',
  },
  'the message of a teacher deleted': {
    ...{ method: 'DELETE', path: messagePath(smallChats.messages.albrechts) },
    statuses: '200 200 403',
  },
  'the message of a pupil deleted': {
    ...{ method: 'DELETE', path: messagePath(pupilsMessage) },
    statuses: '200 200 200',
  },
}
