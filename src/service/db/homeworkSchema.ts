import type { Generated } from 'kysely'

export type Homeworks = {
  id: Generated<number>
  course_id: number
  lesson_id: number
  text: string
  note: string
  due_at: string
  is_submissionable: 0 | 1
  points: number | null
  created_at: string
}

/** Pupils without a submission have no row. */
export type Submissions = {
  todo_id: number
  user_id: number
  acknowledged_at: string | null
  comment: string | null
  submitted_at: string | null
  teacher_correction: string | null
  points: number | null
  corrected_at: string | null
  corrected_by_user_id: number | null
  /** Tests check that writes are applied once (rules 22, 23). */
  corrections: Generated<number>
  hand_ins: Generated<number>
}

/** The submission that a teacher has open at the desk. Expired rows count as deleted. */
export type OpenSubmissions = { todo_id: number; user_id: number; pupil_id: number; expires_at: string }

export type Documents = {
  id: Generated<number>
  /** Relation label (contract/document.ts). */
  related_to: string
  todo_id: number | null
  /** Null until the message is sent. */
  message_id: Generated<number | null>
  chat_id: Generated<number | null>
  message_key: Generated<string | null>
  file_id: Generated<number | null>
  name: string
  /** Derived from the bytes, never from the uploader. */
  content_type: string
  type: string
  size: number
  /** In hex. `hash` is SHA-256. */
  sha1: string
  hash: string
  uploaded_at: string
  uploaded_by_user_id: number | null
}

/** `claimed_at` is the last upload of these bytes. */
export type StoredFiles = { hash: string; claimed_at: string }
