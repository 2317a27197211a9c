import type { ResourceField } from '../../../contract/permissions.ts'

/** What kinds of content have access of their own, as people call them. Files and folders share a field. */
export type ContentKind = 'homework' | 'chat' | 'lesson' | 'file' | 'folder' | 'lessonContent' | 'news'

/** A piece of content as far as it is known. Without a name it goes by its number. */
export type Content = { kind: ContentKind; name: string | undefined }

/** What a field name stands for while nothing more is known of the content. */
export const kindOfField: Record<ResourceField, ContentKind> = {
  lesson_id: 'lesson',
  chat_id: 'chat',
  lesson_comment_id: 'lessonContent',
  todo_id: 'homework',
  announcement_id: 'news',
  file_id: 'file',
}
