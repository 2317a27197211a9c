import type { ResourceField } from '../../contract/permissions.ts'
import type { Db } from '../db/schema.ts'
import type { ChangeLog } from '../live/changes.ts'
import type { Content } from '../policy/content.ts'
import { deleteGrants } from './deleteGrants.ts'
import { deleteFile } from './files.ts'

/** Records the deletion. Requires `lockGrants`. */
export async function deleteContent(
  trx: Db,
  content: Content,
  { willDelete }: Pick<ChangeLog, 'willDelete'>,
): Promise<void> {
  await willDelete(content)
  await deleteGrants(trx, content.field, [content.id])
  await deleteRows[content.field](trx, content.id)
}

const deleteFrom = (table: 'homeworks' | 'chats' | 'lesson_contents' | 'news') => (trx: Db, id: number) =>
  trx.deleteFrom(table).where('id', '=', id).execute()

const deleteRows: { [Field in ResourceField]: (trx: Db, id: number) => Promise<unknown> } = {
  async lesson_id(trx, id) {
    // Permissions have no foreign key on content of the subject.
    for (const [field, table] of [
      ['todo_id', 'homeworks'],
      ['lesson_comment_id', 'lesson_contents'],
    ] as const) {
      await deleteGrants(
        trx,
        field,
        trx.selectFrom(table).select('id').where('lesson_id', '=', id).$asScalar(),
      )
    }
    await trx.deleteFrom('lessons').where('id', '=', id).execute()
  },
  todo_id: deleteFrom('homeworks'),
  chat_id: deleteFrom('chats'),
  lesson_comment_id: deleteFrom('lesson_contents'),
  announcement_id: deleteFrom('news'),
  file_id: deleteFile,
}
