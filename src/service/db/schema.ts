/**
 * Columns use only types that both databases share. Days are `YYYY-MM-DD`, times `HH:MM` in school time. Instants are
 * ISO 8601 in UTC (`2026-11-21T08:00:00.000Z`), so that text order is time order.
 */
import type { Generated, Kysely } from 'kysely'
import type { NotSentReason } from '../../contract/scheduledMessages.ts'
import type { Files, LessonContents, News } from './fileSchema.ts'
import type { Documents, Homeworks, OpenSubmissions, StoredFiles, Submissions } from './homeworkSchema.ts'

type Flag = 0 | 1

export type Users = {
  id: Generated<number>
  login: string
  password_hash: string
  name: string
  /** Of a teacher in the timetable program. */
  short: Generated<string | null>
  is_teacher: Flag
  birthday: string | null
  registered_at: string
  last_seen_at: string
}

export type Applications = {
  client_id: string
  name: string
  secret_hash: string
  redirect_url: string
}

/** Scopes of the last request that named some (api.md § Authentication 6). */
export type Consents = { user_id: number; client_id: string; scopes: string }

export type Codes = {
  code_hash: string
  client_id: string
  user_id: number
  redirect_uri: string | null
  scopes: string
  expires_at: string
  used_at: string | null
  /** A replay of the code revokes these tokens. */
  family_id: string | null
}

export type Tokens = {
  id: Generated<number>
  hash: string
  kind: 'access' | 'refresh' | 'personal'
  family_id: string | null
  user_id: number
  client_id: string | null
  name: string | null
  scopes: string
  created_at: string
  expires_at: string | null
  /** The encrypted response (`successor`) is repeated for 30 s. */
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
  files_version: Generated<number>
  /** timetableVersion.ts. */
  timetable_version: Generated<number>
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
  /** JSON: rooms by slot key. */
  rooms: string
}

export type Units = {
  id: Generated<number>
  school_id: number
  /** Null for a break. */
  position: number | null
  start_time: string
  end_time: string
  text: string
  is_break: Flag
}

export type TimetableEntries = {
  id: Generated<number>
  course_id: number
  /** 1 Monday to 7 Sunday. */
  weekday: number
  unit_id: number
  lesson_id: number
}

export type Holidays = { id: Generated<number>; school_id: number; date: string; name: string }

/** `body` is JSON and is sent unchanged. */
export type Representations = { id: Generated<number>; course_id: number; date: string; body: string }

export type Permissions = {
  id: Generated<number>
  /** E.g. `lesson_id`. */
  resource_field: string
  resource_id: number
  user_id: number
  is_write: Flag
  is_admin: Flag
  given_by_user_id: number | null
  given_at: string
  /** Null if the permission has no end, as for all administrators. */
  expires_at: string | null
}

/** Access of a class. Administrators are people, so a class is never one. IDs on the wire: classPermissionIds.ts. */
export type ClassPermissions = Omit<Permissions, 'user_id' | 'is_admin' | 'expires_at'> & {
  course_id: number
}

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
  class_permissions: ClassPermissions
  homeworks: Homeworks
  submissions: Submissions
  open_submissions: OpenSubmissions
  documents: Documents
  stored_files: StoredFiles
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
  idempotency_keys: IdempotencyKeys
  calendars: Calendars
  scheduled_messages: ScheduledMessages
  user_settings: UserSettings
}

/** `response` is encrypted with the `Idempotency-Key`. */
export type IdempotencyKeys = {
  id: Generated<number>
  user_id: number
  key_hash: string
  fingerprint: string
  /** Null until the write is complete. */
  response: Generated<Uint8Array | null>
  size: Generated<number>
  created_at: string
}

/** One for each user and class. Without a class, it has the user's own lessons. */
export type Calendars = {
  id: Generated<number>
  user_id: number
  course_id: number | null
  /** The secret itself is not stored. */
  secret_hash: string
  language: string
  created_at: string
}

/** `version` increases with each write, also after a deletion. */
export type UserSettings = { user_id: number; name: string; value: string; version: number }

/** auth/fixedWindow.ts, only in PostgreSQL. `resets_at` is in Unix ms. */
export type Counts = { key: string; count: number; resets_at: number }

export type Db = Kysely<Schema>

export type Chats = {
  id: Generated<number>
  name: string
  created_at: string
  broadcast_only: Flag
  files_allowed: Flag
  is_direct: Generated<Flag>
  version: Generated<number>
}

export type Messages = {
  id: Generated<number>
  chat_id: number
  user_id: number
  text: string
  sent_at: string
  /** Version of the chat at the last change. */
  version: number
}

/** Messages that the service sends at `send_at`. */
export type ScheduledMessages = {
  id: Generated<number>
  user_id: number
  /** Null if the chat was deleted. */
  chat_id: number | null
  /** When the message was scheduled. */
  chat_name: string
  text: string
  send_at: string
  created_at: string
  /** Null before `send_at`. */
  not_sent_reason: NotSentReason | null
}

export type Polls = {
  id: Generated<number>
  message_id: number
  chat_id: number
  is_anonymous: Flag
  is_multiple_choice: Flag
  closes_at: string | null
}

/** Ordered by ID. */
export type PollOptions = { id: Generated<number>; poll_id: number; text: string }

/** Votes of an anonymous poll never leave the service, and have no time. */
export type PollVotes = { poll_id: number; option_id: number; user_id: number; voted_at: string | null }

export type Reactions = {
  id: Generated<number>
  message_id: number
  chat_id: number
  user_id: number
  emoji: string
}

/** The last read message may be deleted. */
export type ChatReads = { chat_id: number; user_id: number; message_id: number }
