import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keyOf, query } from '../../../api/query.ts'
import type { AccessOf } from '../../../app/paths.ts'
import { chats } from '../../../contract/chats.ts'
import { files } from '../../../contract/files.ts'
import { homework } from '../../../contract/homework.ts'
import { lessons } from '../../../contract/lessons.ts'
import { topFolderId } from '../../../contract/params.ts'
import { type Content, kindOfField } from './Content.ts'
import { seenCourse } from './seenCourse.ts'

/** A number no content has: for a query that is not asked. */
const none = 0

/**
 * What the access is to, asked of the endpoint of its kind. Lesson contents and news have none. A page of no class takes
 * the class from what was loaded before; where that says nothing, the content goes by its number.
 */
export function useContent(
  of: AccessOf,
  courseOfPage: number | undefined,
): Content & { courseId?: number; membersWrite: boolean } {
  const client = useQueryClient()
  const courseId = courseOfPage ?? seenCourse(client, of)
  const course_id = courseId ?? none
  const isOf = (field: AccessOf['field']) =>
    of.field === field && (field === 'chat_id' || courseId !== undefined)
  const task = useQuery({
    ...query(homework.get, { course_id, homework_id: of.id }),
    enabled: isOf('todo_id'),
    placeholderData: () => client.getQueryData(keyOf(homework.list, { course_id }))?.rows.find(hasId(of.id)),
  })
  const lesson = useQuery({
    ...query(lessons.get, { course_id, lesson_id: of.id }),
    enabled: isOf('lesson_id'),
    placeholderData: () => client.getQueryData(keyOf(lessons.list, { course_id }))?.rows.find(hasId(of.id)),
  })
  const chat = useQuery({
    ...query(chats.get, { chat_id: of.id }),
    enabled: isOf('chat_id'),
    placeholderData: () => client.getQueryData(keyOf(chats.list, {}))?.rows.find(hasId(of.id)),
  })
  const file = useQuery({
    ...query(files.get, { course_id, file_id: of.id }),
    enabled: isOf('file_id') && of.id !== topFolderId,
    placeholderData: () => client.getQueryData(keyOf(files.list, { course_id }))?.rows.find(hasId(of.id)),
  })
  const name =
    (isOf('todo_id') ? task.data?.text.trim().split('\n', 1)[0] : undefined) ??
    (isOf('lesson_id') ? lesson.data?.name.trim() : undefined) ??
    (isOf('chat_id') ? chat.data?.name.trim() : undefined) ??
    (isOf('file_id') ? file.data?.name.trim() : undefined)
  return {
    kind: isOf('file_id') && file.data?.is_dir ? 'folder' : kindOfField[of.field],
    name: name === '' ? undefined : name,
    membersWrite: isOf('chat_id') && chat.data?.broadcast_only === false,
    ...(courseId !== undefined && { courseId }),
  }
}

const hasId =
  (id: number) =>
  (row: { id: number }): boolean =>
    row.id === id
