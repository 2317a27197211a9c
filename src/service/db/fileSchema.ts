import type { Generated } from 'kysely'

/** Its documents are its versions. */
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

/** `lesson_comment_id` of api.md. */
export type LessonContents = {
  id: Generated<number>
  lesson_id: number
  /** `YYYY-MM-DD`. */
  date: string
  text: string
  created_at: string
  created_by_user_id: number | null
}

/** `announcement_id` of api.md. */
export type News = {
  id: Generated<number>
  course_id: number
  title: string
  text: string
  created_at: string
  created_by_user_id: number | null
}
