/**
 * Tables of the service. Only what SQLite and PostgreSQL both speak: flags are 0 or 1, instants are ISO 8601 text in
 * UTC (`2026-11-21T08:00:00.000Z`, so that text order is time order), days are `YYYY-MM-DD`, times `HH:MM` school time.
 */
import type { Generated, Kysely } from 'kysely'
import type { Files, LessonContents, News } from './fileSchema.ts'
import type {
  DocumentContents,
  Documents,
  Homeworks,
  Objects,
  Submissions,
  UploadPieces,
  Uploads,
} from './homeworkSchema.ts'

type Flag = 0 | 1

export type Users = {
  id: Generated<number>
  login: string
  /** See passwords.ts. */
  password_hash: string
  name: string
  is_teacher: Flag
  birthday: string | null
  registered_at: string
  last_seen_at: string
}

export type Applications = {
  client_id: string
  name: string
  secret_hash: string
  /** The configured redirect URL that every `redirect_uri` is measured against. */
  redirect_url: string
}

/** The scopes a person allowed an application the last time it named any (api.md § Authentication 6). */
export type Consents = { user_id: number; client_id: string; scopes: string }

export type Codes = {
  code_hash: string
  client_id: string
  user_id: number
  /** As given at the authorize step, null when it was left out. */
  redirect_uri: string | null
  scopes: string
  expires_at: string
  used_at: string | null
  /** Tokens the code gave: revoked together when the code is replayed. */
  family_id: string | null
}

export type Tokens = {
  id: Generated<number>
  hash: string
  kind: 'access' | 'refresh' | 'personal'
  family_id: string | null
  user_id: number
  client_id: string | null
  /** Personal tokens carry the name their maker gave. */
  name: string | null
  scopes: string
  created_at: string
  expires_at: string | null
  /** A refresh token that was used: when, and what its successor answered, sealed, for the 30 s grace. */
  used_at: string | null
  successor: string | null
  revoked_at: string | null
}

export type Courses = {
  id: Generated<number>
  name: string
  school_id: number
  created_at: string
  timetable_week: string | null
  is_teacher_mode: Flag
  /** Grows by one with every change of its files. */
  files_version: Generated<number>
}

export type Memberships = {
  course_id: number
  user_id: number
  joined_at: string
  changed_at: string
  is_pending: Flag
  is_accepted: Flag
}

export type Lessons = {
  id: Generated<number>
  course_id: number
  name: string
  short: string
  room: string
  teacher: string
  note: string
  color: string | null
  is_gradable: Flag
  is_timetable_only: Flag
  /** JSON: slot key to room. */
  rooms: string
}

/** The hours of a school day, breaks included, in order of `start_time`. */
export type Units = {
  id: Generated<number>
  school_id: number
  /** 1 for the first hour; null for breaks. */
  position: number | null
  start_time: string
  end_time: string
  text: string
  is_break: Flag
}

/** Which subject a class has in which hour of the week. */
export type TimetableEntries = {
  id: Generated<number>
  course_id: number
  /** 1 Monday to 7 Sunday. */
  weekday: number
  unit_id: number
  lesson_id: number
}

export type Holidays = { id: Generated<number>; school_id: number; date: string; name: string }

/** A change to one day of a class; `body` is JSON in the wire's own shape, whatever that is. */
export type Representations = { id: Generated<number>; course_id: number; date: string; body: string }

export type Permissions = {
  id: Generated<number>
  /** A resource field name of api.md, e.g. `lesson_id`. */
  resource_field: string
  resource_id: number
  user_id: number
  is_write: Flag
  is_admin: Flag
  given_by_user_id: number | null
  given_at: string
}

/** One row per key: schema version, what was seeded and when. */
export type Facts = { name: string; value: string }

export type Schema = {
  users: Users
  applications: Applications
  consents: Consents
  codes: Codes
  tokens: Tokens
  courses: Courses
  memberships: Memberships
  lessons: Lessons
  units: Units
  timetable_entries: TimetableEntries
  holidays: Holidays
  representations: Representations
  permissions: Permissions
  homeworks: Homeworks
  submissions: Submissions
  documents: Documents
  document_contents: DocumentContents
  objects: Objects
  uploads: Uploads
  upload_pieces: UploadPieces
  chats: Chats
  messages: Messages
  polls: Polls
  poll_options: PollOptions
  poll_votes: PollVotes
  reactions: Reactions
  chat_reads: ChatReads
  files: Files
  lesson_contents: LessonContents
  news: News
  facts: Facts
  counts: Counts
}

/** On PostgreSQL alone: how often something was done in a window of time (auth/fixedWindow.ts); instants in Unix ms. */
export type Counts = { key: string; count: number; resets_at: number }

/** The database, or a transaction in it. */
export type Db = Kysely<Schema>

/** Tables of chats; the rules of schema.ts hold here too. */

export type Chats = {
  id: Generated<number>
  name: string
  created_at: string
  broadcast_only: Flag
  files_allowed: Flag
  /** Between two people. */
  is_direct: Generated<Flag>
  /** Grows by one with every change of its messages, votes and reactions. */
  version: Generated<number>
}

export type Messages = {
  id: Generated<number>
  chat_id: number
  user_id: number
  text: string
  sent_at: string
  /** The version of its chat in which it last changed. */
  version: number
}

/** `chat_id` repeats that of the message, so that a whole chat is read without looking up each message. */
export type Polls = {
  id: Generated<number>
  message_id: number
  chat_id: number
  is_anonymous: Flag
  is_multiple_choice: Flag
  closes_at: string | null
}

/** In the order of their ids. */
export type PollOptions = { id: Generated<number>; poll_id: number; text: string }

/** Who chose what; of an anonymous poll it never leaves the service. */
export type PollVotes = { poll_id: number; option_id: number; user_id: number }

export type Reactions = {
  id: Generated<number>
  message_id: number
  chat_id: number
  user_id: number
  emoji: string
}

/** Up to which message somebody has read; it may be deleted by now. */
export type ChatReads = { chat_id: number; user_id: number; message_id: number }
