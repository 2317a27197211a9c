/** The rules of schema.ts apply. */
import type { Generated } from 'kysely'

/** Documents with its `file_id` are its versions. The newest is current. */
export type Files = {
  id: Generated<number>
  course_id: number
  /** Null at the top. */
  parent_id: number | null
  name: string
  is_dir: 0 | 1
  created_at: string
  created_by_user_id: number | null
}

/** Taught content of a day: `lesson_comment_id` of api.md. */
export type LessonContents = {
  id: Generated<number>
  lesson_id: number
  /** `YYYY-MM-DD`. */
  date: string
  text: string
  created_at: string
  created_by_user_id: number | null
}

/** Bulletin board: `announcement_id` of api.md. */
export type News = {
  id: Generated<number>
  course_id: number
  title: string
  text: string
  created_at: string
  created_by_user_id: number | null
}
