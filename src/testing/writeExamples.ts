import { classWriteExamples } from './classWriteExamples.ts'
import { fileWriteExamples } from './fileWriteExamples.ts'
import { chatWriteExamples, type WriteExample } from './moreWriteExamples.ts'
import type { TestService } from './testService.ts'

/**
 * Every write of the service. Each example continues with the data of the previous ones. `ruiz` and
 * `albrecht` administer content of 8b, `sommer` is a pupil there, `weber` is in another class.
 */
export function writeExamples(school: () => TestService): WriteExample[] {
  async function maths(): Promise<number> {
    const lessons = school().db.selectFrom('lessons').select('id').where('course_id', '=', 1)
    return (await lessons.where('short', '=', 'Ma').executeTakeFirstOrThrow()).id
  }

  async function idOf(login: string): Promise<number> {
    const users = school().db.selectFrom('users').select('id').where('login', '=', login)
    return (await users.executeTakeFirstOrThrow()).id
  }

  async function grantOf(login: string): Promise<number> {
    const grants = school()
      .db.selectFrom('permissions')
      .select('id')
      .where('resource_field', '=', 'lesson_id')
      .where('resource_id', '=', await maths())
      .where('user_id', '=', await idOf(login))
    return (await grants.executeTakeFirstOrThrow()).id
  }

  async function personalToken(): Promise<number> {
    const personal = school().db.selectFrom('tokens').select('id').where('kind', '=', 'personal')
    return (await personal.executeTakeFirstOrThrow()).id
  }

  async function settingVersion(): Promise<number> {
    return (await school().db.selectFrom('user_settings').select('version').executeTakeFirstOrThrow()).version
  }

  const newHomework = async () => ({
    lesson_id: await maths(),
    text: 'Fractions p. 50',
    until_datetime: '2026-11-24',
  })

  async function newestTodo(): Promise<number> {
    const homework = school().db.selectFrom('homeworks').select('id').orderBy('id', 'desc')
    return (await homework.executeTakeFirstOrThrow()).id
  }

  async function newestGrant(): Promise<number> {
    const grants = school().db.selectFrom('permissions').select('id').orderBy('id', 'desc')
    return (await grants.executeTakeFirstOrThrow()).id
  }

  return [
    {
      description: 'access for a user of another class',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: { resource_ids: { lesson_id: await maths() }, target_ids: { user_id: await idOf('weber') } },
      }),
    },
    {
      description: 'a second time with other flags',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: {
          resource_ids: { lesson_id: await maths() },
          target_ids: { user_id: await idOf('weber') },
          is_write: true,
        },
      }),
    },
    {
      description: 'other flags of a permission',
      write: 'permissions.change',
      login: 'albrecht',
      input: async () => ({ permission_id: await grantOf('weber'), body: { is_write: false } }),
    },
    {
      description: 'one permission of several',
      write: 'permissions.remove',
      login: 'albrecht',
      input: async () => ({ permission_id: await grantOf('weber') }),
    },
    {
      description: 'a second permission next to the last administrator',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: { resource_ids: { lesson_id: await maths() }, target_ids: { user_id: await idOf('sommer') } },
      }),
    },
    {
      description: 'homework with submissions',
      write: 'homework.create',
      login: 'albrecht',
      input: async () => ({ course_id: 1, body: { ...(await newHomework()), is_submissionable: true } }),
    },
    {
      description: 'a pupil who had not acknowledged it',
      write: 'submissions.handIn',
      login: 'sommer',
      input: async () => ({ todo_id: await newestTodo(), body: { comment: 'Done.' } }),
    },
    {
      description: 'homework without submissions',
      write: 'homework.create',
      login: 'albrecht',
      input: async () => ({ course_id: 1, body: await newHomework() }),
    },
    {
      description: 'by a pupil',
      write: 'submissions.acknowledge',
      login: 'sommer',
      input: async () => ({ todo_id: await newestTodo() }),
    },
    {
      description: 'without submissions from now on',
      write: 'homework.change',
      login: 'albrecht',
      input: async () => ({ course_id: 1, homework_id: 3, body: { is_submissionable: false } }),
    },
    {
      description: 'by a teacher with write access, who becomes administrator',
      write: 'submissions.correct',
      login: 'ruiz',
      input: async () => ({
        todo_id: 1,
        user_id: await idOf('sommer'),
        body: { teacher_correction: 'Good.', points: 12.5 },
      }),
    },
    {
      description: 'the submission of a pupil',
      write: 'marking.set',
      login: 'ruiz',
      input: async () => ({ todo_id: 1, body: { pupil_id: await idOf('sommer') } }),
    },
    {
      description: 'no submission any more',
      write: 'marking.set',
      login: 'ruiz',
      input: async () => ({ todo_id: 1, body: { pupil_id: null } }),
    },
    {
      description: 'a worksheet',
      write: 'documents.upload',
      login: 'albrecht',
      input: async () => ({ body: { related_to: 'todo.1', file: new File(['text'], 'a.txt') } }),
    },
    {
      description: 'a file of a correction',
      write: 'documents.upload',
      login: 'albrecht',
      input: async () => ({
        body: {
          related_to: `todo.1.user.${await idOf('sommer')}.correction`,
          file: new File(['text'], 'a.txt'),
        },
      }),
    },
    {
      description: 'read access to homework',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: { resource_ids: { todo_id: 1 }, target_ids: { user_id: await idOf('weber') } },
      }),
    },
    {
      description: 'write access to homework',
      write: 'permissions.change',
      login: 'albrecht',
      input: async () => ({ permission_id: await newestGrant(), body: { is_write: true } }),
    },
    ...classWriteExamples(school),
    {
      description: 'with all submissions',
      write: 'homework.remove',
      login: 'ruiz',
      input: async () => ({ course_id: 1, homework_id: 2 }),
    },
    {
      description: 'the last administrator, which deletes the subject and all its permissions',
      write: 'permissions.remove',
      login: 'albrecht',
      input: async () => ({ permission_id: await grantOf('albrecht') }),
    },
    ...chatWriteExamples(school),
    ...fileWriteExamples(school),
    {
      description: 'a personal access token',
      write: 'oauth.createPersonalToken',
      login: 'albrecht',
      input: async () => ({ body: { name: 'for testing', scopes: ['me'] } }),
    },
    {
      description: 'a personal access token',
      write: 'oauth.revokePersonalToken',
      login: 'albrecht',
      input: async () => ({ token_id: await personalToken() }),
    },
    {
      description: 'a new setting',
      write: 'settings.change',
      login: 'albrecht',
      input: async () => ({ body: { name: 'staffroom.phrases', value: 'Well done.' } }),
    },
    {
      description: 'a setting that is stored, by its version',
      write: 'settings.change',
      login: 'albrecht',
      input: async () => ({
        body: { name: 'staffroom.phrases', value: 'Neat work.', version: await settingVersion() },
      }),
    },
    {
      description: 'a setting that is deleted',
      write: 'settings.change',
      login: 'albrecht',
      input: async () => ({ body: { name: 'staffroom.phrases', value: null } }),
    },
    {
      description: 'a calendar of own lessons',
      write: 'calendars.create',
      login: 'albrecht',
      input: async () => ({ body: {} }),
    },
    {
      description: 'a calendar of a class',
      write: 'calendars.create',
      login: 'sommer',
      input: async () => ({ body: { course_id: 1, language: 'de' } }),
    },
    {
      description: 'a calendar of a class',
      write: 'calendars.remove',
      login: 'sommer',
      input: async () => ({ course_id: 1 }),
    },
  ]
}
