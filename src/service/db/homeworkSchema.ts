/** Tables of homework and documents. The rules of schema.ts apply. */
import type { Generated } from 'kysely'

export type Homeworks = {
  id: Generated<number>
  course_id: number
  lesson_id: number
  text: string
  note: string
  due_at: string
  is_submissionable: 0 | 1
  /** Maximum number of points, or null for homework without points. */
  points: number | null
  created_at: string
}

/** Submission of a pupil. Pupils who have done nothing yet have no row, but responses include them. */
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
  /**
   * Number of returned corrections and of hand-ins. Tests check by them that each write is applied once (rules 22, 23).
   */
  corrections: Generated<number>
  hand_ins: Generated<number>
}

export type Documents = {
  id: Generated<number>
  /** A relation label, see `Relation` in contract/document.ts. */
  related_to: string
  /** Homework of the relation, for documents of a homework, a submission or a correction. */
  todo_id: number | null
  /** The message and its chat, or null before the message is sent. */
  message_id: Generated<number | null>
  chat_id: Generated<number | null>
  /** Distinguishes the files of one unsent message from those of another. */
  message_key: Generated<string | null>
  /** Class file of which the document is a version. */
  file_id: Generated<number | null>
  name: string
  /** Derived from the bytes, never from the uploader's information. */
  content_type: string
  type: string
  size: number
  /** SHA-1 in hex. `hash` is SHA-256 in hex. */
  sha1: string
  hash: string
  /** Whether the bytes are outside of the database, by their hash (outsideStore.ts). */
  outside: Generated<0 | 1>
  uploaded_at: string
  uploaded_by_user_id: number | null
}

export type DocumentContents = { document_id: number; bytes: Uint8Array }

/**
 * Bytes outside of the database. A row exists before the bytes are stored. `claimed_at` is the time of the last upload
 * that uses them. `going_at` is the time at which a sweep started to delete them.
 */
export type Objects = { hash: string; claimed_at: string; going_at: Generated<string | null> }

/** A large file in pieces. `document_id` is null until its upload is complete. */
export type Uploads = { id: Generated<number>; document_id: number | null; begun_at: string }

/** Bytes of a large file from offset `position`. */
export type UploadPieces = { upload_id: number; position: number; bytes: Uint8Array }
