/** Tables of homework and documents; the rules of schema.ts hold here too. */
import type { Generated } from 'kysely'

export type Homeworks = {
  id: Generated<number>
  course_id: number
  lesson_id: number
  text: string
  note: string
  due_at: string
  is_submissionable: 0 | 1
  /** The most that can be reached, null for none. */
  points: number | null
  created_at: string
}

/** A pupil without a row has not done anything yet: the service shows them all the same. */
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
  /** How often a correction was returned and how often it was handed in: so that a test can count (cases 22, 23). */
  corrections: Generated<number>
  hand_ins: Generated<number>
}

export type Documents = {
  id: Generated<number>
  /** A relation label, see `Relation` in contract/document.ts. */
  related_to: string
  /** The homework it goes with, by any of its relations. */
  todo_id: number | null
  /** The message it was sent with, and its chat; null before. */
  message_id: Generated<number | null>
  chat_id: Generated<number | null>
  /** What tells the files of one message that is being written from those of another. */
  message_key: Generated<string | null>
  /** The file of a class that it is a version of. */
  file_id: Generated<number | null>
  name: string
  /** Found in the bytes, never what the uploader said. */
  content_type: string
  type: string
  size: number
  /** Hex, as `hash`, which is SHA-256. */
  sha1: string
  hash: string
  /** Its bytes are outside of the database, by their hash (outsideStore.ts). */
  outside: Generated<0 | 1>
  uploaded_at: string
  uploaded_by_user_id: number | null
}

export type DocumentContents = { document_id: number; bytes: Uint8Array }

/**
 * Bytes outside of the database, since before they are put there. Of whom an upload needs them `claimed_at` says since
 * when; with `going_at` they are being deleted.
 */
export type Objects = { hash: string; claimed_at: string; going_at: Generated<string | null> }

/** A large file, whose bytes are in pieces; without a document while they are coming. */
export type Uploads = { id: Generated<number>; document_id: number | null; begun_at: string }

/** Some bytes of it, from `position` on. */
export type UploadPieces = { upload_id: number; position: number; bytes: Uint8Array }
