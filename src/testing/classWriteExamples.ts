import { toPermissionId } from '../service/db/classPermissionIds.ts'
import type { WriteExample } from './moreWriteExamples.ts'
import type { TestService } from './testService.ts'

/** Permissions of a class. The examples for chats follow in moreWriteExamples.ts. */
export function classWriteExamples(school: () => TestService): WriteExample[] {
  const class8b = 1

  async function newestClassGrant(): Promise<number> {
    const rows = school().db.selectFrom('class_permissions').select('id').orderBy('id', 'desc')
    return toPermissionId((await rows.executeTakeFirstOrThrow()).id)
  }

  async function folderOfAlbrecht(): Promise<number> {
    const folders = school()
      .db.selectFrom('files')
      .innerJoin('permissions', 'permissions.resource_id', 'files.id')
      .innerJoin('users', 'users.id', 'permissions.user_id')
      .select('files.id')
      .where('files.course_id', '=', class8b)
      .where('files.is_dir', '=', 1)
      .where('permissions.resource_field', '=', 'file_id')
      .where('users.login', '=', 'albrecht')
    return (await folders.orderBy('files.id').executeTakeFirstOrThrow()).id
  }

  return [
    {
      description: 'read access to homework, for a class',
      write: 'permissions.create',
      login: 'ruiz',
      input: async () => ({ body: { resource_ids: { todo_id: 1 }, target_ids: { course_id: class8b } } }),
    },
    {
      description: 'access of a class to homework',
      write: 'permissions.remove',
      login: 'ruiz',
      input: async () => ({ permission_id: await newestClassGrant() }),
    },
    {
      description: 'write access to a folder, for a class',
      write: 'permissions.create',
      login: 'albrecht',
      input: async () => ({
        body: {
          resource_ids: { file_id: await folderOfAlbrecht() },
          target_ids: { course_id: class8b },
          is_write: true,
        },
      }),
    },
    {
      description: 'read access to a folder, for a class',
      write: 'permissions.change',
      login: 'albrecht',
      input: async () => ({ permission_id: await newestClassGrant(), body: { is_write: false } }),
    },
    {
      description: 'access of a class to a folder',
      write: 'permissions.remove',
      login: 'albrecht',
      input: async () => ({ permission_id: await newestClassGrant() }),
    },
  ]
}
