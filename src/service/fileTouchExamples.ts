import type { TouchExample } from './chatTouchExamples.ts'
import type { TestService } from './testService.ts'

/** Every write about files, in a new folder of 8b that Albrecht administers and Weber, of another class, is let into. */
export function fileTouchExamples(school: () => TestService): TouchExample[] {
  async function newest(table: 'files' | 'permissions'): Promise<number> {
    const rows = school().db.selectFrom(table).select('id').orderBy('id', 'desc')
    return (await rows.executeTakeFirstOrThrow()).id
  }

  async function newestFolder(): Promise<number> {
    const rows = school().db.selectFrom('files').select('id').where('is_dir', '=', 1)
    return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }

  async function weber(): Promise<number> {
    const users = school().db.selectFrom('users').select('id').where('login', '=', 'weber')
    return (await users.executeTakeFirstOrThrow()).id
  }

  const upload = async () => ({
    body: { related_to: `file.${await newest('files')}`, file: new File(['text'], 'a.txt') },
  })

  return [
    {
      says: 'a folder at the top',
      write: 'files.create',
      by: 'albrecht',
      input: async () => ({ course_id: 1, body: { name: 'Trip', is_dir: true } }),
    },
    {
      says: 'a file in it',
      write: 'files.create',
      by: 'ruiz',
      input: async () => ({ course_id: 1, body: { name: 'a.txt', parent_id: await newestFolder() } }),
    },
    { says: 'to a file of a class', write: 'documents.upload', by: 'ruiz', input: upload },
    { says: 'a second version', write: 'documents.upload', by: 'albrecht', input: upload },
    {
      says: 'somebody of another class may read a folder and what is in it',
      write: 'permissions.create',
      by: 'albrecht',
      input: async () => ({
        body: { resource_ids: { file_id: await newestFolder() }, target_ids: { user_id: await weber() } },
      }),
    },
    {
      says: 'and write it all',
      write: 'permissions.change',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_write: true } }),
    },
    {
      says: 'a file with all its versions, by who may write the folder',
      write: 'files.remove',
      by: 'albrecht',
      input: async () => ({ course_id: 1, file_id: await newest('files') }),
    },
    {
      says: 'another administrator of a folder',
      write: 'permissions.change',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_admin: true } }),
    },
    {
      says: 'an administrator of a folder who is not the last',
      write: 'permissions.remove',
      by: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
    {
      says: 'the last administrator of a folder goes, and it with all that is inside',
      write: 'permissions.remove',
      by: 'albrecht',
      async input() {
        const grants = school()
          .db.selectFrom('permissions')
          .select('id')
          .where('resource_field', '=', 'file_id')
        const own = grants.where('resource_id', '=', await newestFolder())
        return { permission_id: (await own.executeTakeFirstOrThrow()).id }
      },
    },
  ]
}
