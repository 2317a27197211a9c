/** Tables of a class's files, of what was taught and of news; the rules of schema.ts hold here too. */
import type { Generated } from 'kysely'

/**
 * An entry of a class's files. Its documents carry `file_id`: the newest is what the file is now, the others are older
 * versions.
 */
export type Files = {
  id: Generated<number>
  course_id: number
  /** The folder it is in, null at the top. */
  parent_id: number | null
  name: string
  is_dir: 0 | 1
  created_at: string
  created_by_user_id: number | null
}

/** What was taught in a subject on a day: `lesson_comment_id` of api.md. */
export type LessonContents = {
  id: Generated<number>
  lesson_id: number
  /** `YYYY-MM-DD`. */
  date: string
  text: string
  created_at: string
  created_by_user_id: number | null
}

/** An entry of a class's bulletin board: `announcement_id` of api.md. */
export type News = {
  id: Generated<number>
  course_id: number
  title: string
  text: string
  created_at: string
  created_by_user_id: number | null
}
