import type { ResourceField } from '../contract/permissions.ts'
import { smallSchool } from './sampleSchool.ts'
import type { TestService } from './testService.ts'

/**
 * Creates content in class 8b without permissions, and returns its ID. A file without `parentId` is a folder.
 */
export async function createContent(
  { db, clock }: TestService,
  field: ResourceField,
  parentId: number | null = null,
): Promise<number> {
  const { id } = await insert(db, field, new Date(clock()).toISOString(), parentId)
  return id
}

function insert(
  db: TestService['db'],
  field: ResourceField,
  created_at: string,
  parent_id: number | null,
): Promise<{ id: number }> {
  const course_id = smallSchool.courses['8b']
  const lesson_id = smallSchool.lessons.art
  const creation = { created_at, created_by_user_id: null }
  switch (field) {
    case 'lesson_id': {
      const display = { name: 'x', short: 'x', room: '', teacher: '', note: '', color: null, rooms: '{}' }
      const flags = { is_gradable: 1, is_timetable_only: 0 } as const
      return db
        .insertInto('lessons')
        .values({ course_id, ...display, ...flags })
        .returning('id')
        .executeTakeFirstOrThrow()
    }
    case 'chat_id': {
      const flags = { broadcast_only: 0, files_allowed: 1 } as const
      return db
        .insertInto('chats')
        .values({ name: 'x', created_at, ...flags })
        .returning('id')
        .executeTakeFirstOrThrow()
    }
    case 'todo_id': {
      const fields = { text: 'x', note: '', due_at: created_at, is_submissionable: 1, points: null } as const
      return db
        .insertInto('homeworks')
        .values({ course_id, lesson_id, created_at, ...fields })
        .returning('id')
        .executeTakeFirstOrThrow()
    }
    case 'lesson_comment_id':
      return db
        .insertInto('lesson_contents')
        .values({ lesson_id, date: '2026-11-18', text: 'x', ...creation })
        .returning('id')
        .executeTakeFirstOrThrow()
    case 'announcement_id':
      return db
        .insertInto('news')
        .values({ course_id, title: 'x', text: 'x', ...creation })
        .returning('id')
        .executeTakeFirstOrThrow()
    case 'file_id':
      return db
        .insertInto('files')
        .values({ course_id, parent_id, name: 'x', is_dir: parent_id === null ? 1 : 0, ...creation })
        .returning('id')
        .executeTakeFirstOrThrow()
  }
}
