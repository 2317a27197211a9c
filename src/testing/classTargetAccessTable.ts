import { smallChats, smallFiles, smallHomework, smallSchool } from './sampleSchool.ts'

type ClassTargetRow = { method: string; path: string; body?: object; form?: string; statuses: string }

const chatPath = `/chats/${smallChats.talk}`
const messagePath = `${chatPath}/messages/${smallChats.messages.poll}`
const { maths } = smallHomework

const reader = '404 404 404 200 200 200'
const writer = '404 404 404 403 200 403'
/** A class never administers. */
const administrator = '404 404 404 403 403 403'

/**
 * Expected results for class 10a as the target of permissions on the content of 8b. The callers are in
 * service/classTarget.test.ts: a user of neither class, a pending member, a former member, members of a class that
 * may read, a teacher in a class of teachers that may write, a member of two classes of which one may read.
 */
export const classTargetAccess: Record<string, ClassTargetRow> = {
  'chats.get': { method: 'GET', path: chatPath, statuses: reader },
  'chats.markRead': {
    method: 'POST',
    path: `${chatPath}/read`,
    body: { message_id: smallChats.messages.ruizs },
    statuses: reader,
  },
  'messages.list': { method: 'GET', path: `${chatPath}/messages`, statuses: reader },
  'messages.send': {
    method: 'POST',
    path: `${chatPath}/messages`,
    body: { text: 'Hello.' },
    statuses: writer,
  },
  'messages.remove': { method: 'DELETE', path: messagePath, statuses: administrator },
  'messages.vote': {
    method: 'POST',
    path: `${messagePath}/poll/votes`,
    body: { option_ids: [1] },
    statuses: reader,
  },
  'messages.react': {
    method: 'POST',
    path: `${messagePath}/reactions`,
    body: { emoji: '👍' },
    statuses: reader,
  },
  'lessons.get': {
    method: 'GET',
    path: `/courses/${smallSchool.courses['8b']}/lessons/${smallSchool.lessons.maths}`,
    statuses: reader,
  },
  'homework.get': {
    method: 'GET',
    path: `/courses/${smallSchool.courses['8b']}/homeworks/${maths}`,
    statuses: reader,
  },
  'homework.change': {
    method: 'PUT',
    path: `/courses/${smallSchool.courses['8b']}/homeworks/${maths}`,
    body: { text: 'p. 2' },
    statuses: writer,
  },
  'submissions.list': { method: 'GET', path: `/todos/${maths}/submissions`, statuses: writer },
  'submissions.handIn': {
    method: 'POST',
    path: `/todos/${maths}/submissions`,
    body: { comment: 'Done.' },
    statuses: '404 404 404 403 403 403',
  },
  'files.get': {
    method: 'GET',
    path: `/course/${smallSchool.courses['8b']}/files/${smallFiles.folder}`,
    statuses: reader,
  },
  'files.get in the folder': {
    method: 'GET',
    path: `/course/${smallSchool.courses['8b']}/files/${smallFiles.sheet}`,
    statuses: reader,
  },
  'files.create in the folder': {
    method: 'POST',
    path: `/course/${smallSchool.courses['8b']}/files`,
    body: { name: 'Inner', is_dir: true, parent_id: smallFiles.folder },
    statuses: writer,
  },
  'documents.content of a file': {
    method: 'GET',
    path: `/documents/${smallFiles.documents.sheet}/content`,
    statuses: reader,
  },
  'documents.content of homework': {
    method: 'GET',
    path: `/documents/${smallHomework.documents.worksheet}/content`,
    statuses: reader,
  },
  'documents.content of a submission': {
    method: 'GET',
    path: `/documents/${smallHomework.documents.handedIn}/content`,
    statuses: '404 404 404 404 200 404',
  },
  'documents.upload to homework': {
    method: 'POST',
    path: '/documents',
    form: `todo.${maths}`,
    statuses: writer,
  },
  'permissions.list': { method: 'GET', path: `/permissions?chat_id=${smallChats.talk}`, statuses: reader },
  'permissions.create': {
    method: 'POST',
    path: '/permissions',
    body: {
      resource_ids: { chat_id: smallChats.talk },
      target_ids: { user_id: smallSchool.people.weber },
    },
    statuses: administrator,
  },
  'permissions.create for a class': {
    method: 'POST',
    path: '/permissions',
    body: {
      resource_ids: { chat_id: smallChats.talk },
      target_ids: { course_id: smallSchool.courses['10a'] },
    },
    statuses: administrator,
  },
}
