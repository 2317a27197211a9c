import type { WriteExample } from './moreWriteExamples.ts'
import type { TestService } from './testService.ts'

/** Every write to files. */
export function fileWriteExamples(school: () => TestService): WriteExample[] {
  async function newest(table: 'files' | 'permissions'): Promise<number> {
    const rows = school().db.selectFrom(table).select('id').orderBy('id', 'desc')
    return (await rows.executeTakeFirstOrThrow()).id
  }

  async function newestFolder(): Promise<number> {
    const rows = school().db.selectFrom('files').select('id').where('is_dir', '=', 1)
    return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }

  async function otherFolder(): Promise<number> {
    const rows = school()
      .db.selectFrom('files')
      .select('id')
      .where('is_dir', '=', 1)
      .where('course_id', '=', 1)
    return (await rows.orderBy('id').executeTakeFirstOrThrow()).id
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
      description: 'a folder at the top level',
      write: 'files.create',
      login: 'albrecht',
      input: async () => ({ course_id: 1, body: { name: 'Trip', is_dir: true } }),
    },
    {
      description: 'a file in the folder',
      write: 'files.create',
      login: 'ruiz',
      input: async () => ({ course_id: 1, body: { name: 'a.txt', parent_id: await newestFolder() } }),
    },
    {
      description: 'a first version of a class file',
      write: 'documents.upload',
      login: 'ruiz',
      input: upload,
    },
    {
      description: 'a second version of a class file',
      write: 'documents.upload',
      login: 'albrecht',
      input: upload,
    },
    {
      description: 'read access to a folder for a user of another class',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: { resource_ids: { file_id: await newestFolder() }, target_ids: { user_id: await weber() } },
      }),
    },
    {
      description: 'write access to a folder',
      write: 'permissions.change',
      login: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_write: true } }),
    },
    {
      description: 'another name of a file',
      write: 'files.change',
      login: 'ruiz',
      input: async () => ({ course_id: 1, file_id: await newest('files'), body: { name: 'b.txt' } }),
    },
    {
      description: 'a file out of a folder whose readers include a user of another class',
      write: 'files.change',
      login: 'albrecht',
      input: async () => ({ course_id: 1, file_id: await newest('files'), body: { parent_id: null } }),
    },
    {
      description: 'a file back into that folder',
      write: 'files.change',
      login: 'albrecht',
      input: async () => ({
        course_id: 1,
        file_id: await newest('files'),
        body: { parent_id: await newestFolder() },
      }),
    },
    {
      description: 'a folder with its content, and another name',
      write: 'files.change',
      login: 'albrecht',
      input: async () => ({
        course_id: 1,
        file_id: await newestFolder(),
        body: { name: 'Trip to the lake', parent_id: await otherFolder() },
      }),
    },
    {
      description: 'a file with all versions, by a user with write access to the folder',
      write: 'files.remove',
      login: 'albrecht',
      input: async () => ({ course_id: 1, file_id: await newest('files') }),
    },
    {
      description: 'a second administrator of a folder',
      write: 'permissions.change',
      login: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions'), body: { is_admin: true } }),
    },
    {
      description: 'an administrator of a folder who is not the last one',
      write: 'permissions.remove',
      login: 'albrecht',
      input: async () => ({ permission_id: await newest('permissions') }),
    },
    {
      description: 'the last administrator of a folder, which deletes it and its content',
      write: 'permissions.remove',
      login: 'albrecht',
      async input() {
        const grants = school()
          .db.selectFrom('permissions')
          .select('id')
          .where('resource_field', '=', 'file_id')
        const grantsOnFolder = grants.where('resource_id', '=', await newestFolder())
        return { permission_id: (await grantsOnFolder.executeTakeFirstOrThrow()).id }
      },
    },
  ]
}
