import { isPostgres } from '../../http/dialect.ts'
import {
  optionalUser,
  references,
  requiredReference,
  tableParts,
  zeroByDefault,
} from '../../http/tableParts.ts'
import type { Db } from './schema.ts'
import { createTimetableVersions } from './timetableVersion.ts'

/** Version 1. After the first release, changes are further migrations. */
export async function createTables(db: Db): Promise<void> {
  await createUserTables(db)
  await createTimetableTables(db)
  await createTimetableVersions(db)
  await createHomeworkTables(db)
  await createChatTables(db)
  await createFileTables(db)
  await createDocumentTables(db)
}

async function createUserTables(db: Db): Promise<void> {
  const { bytes, id, index, run, table } = tableParts(db)
  await table('facts', 'name text primary key, value text not null')
  await table(
    'users',
    `${id}, login text not null unique, password_hash text not null, name text not null, short text,
    is_teacher integer not null, birthday text, registered_at text not null, last_seen_at text not null`,
  )
  await table(
    'applications',
    'client_id text primary key, name text not null, secret_hash text not null, redirect_url text not null',
  )
  await table(
    'consents',
    `user_id ${requiredReference('users')}, client_id text not null ${references('applications', 'client_id')},
    scopes text not null`,
    'constraint "consents_key" primary key ("user_id", "client_id")',
  )
  await table(
    'codes',
    `code_hash text primary key, client_id text not null ${references('applications', 'client_id')},
    user_id ${requiredReference('users')}, redirect_uri text, scopes text not null, expires_at text not null,
    used_at text, family_id text`,
  )
  await index('codes', 'expires_at')
  await table(
    'tokens',
    `${id}, hash text not null unique, kind text not null, family_id text, user_id ${requiredReference('users')},
    client_id text ${references('applications', 'client_id')}, name text, scopes text not null,
    created_at text not null, expires_at text, used_at text, successor text, revoked_at text`,
  )
  await index('tokens', 'family_id')
  await index('tokens', 'user_id', 'kind')
  await index('tokens', 'expires_at')
  await table(
    'idempotency_keys',
    `${id}, user_id ${requiredReference('users')}, key_hash text not null, fingerprint text not null, response ${bytes},
    size ${zeroByDefault}, created_at text not null`,
    'constraint "idempotency_keys_key" unique ("user_id", "key_hash")',
  )
  await index('idempotency_keys', 'user_id', 'created_at', 'size')
  await index('idempotency_keys', 'created_at')
  await table(
    'user_settings',
    `user_id ${requiredReference('users')}, name text not null, value text not null, version integer not null`,
    'constraint "user_settings_key" primary key ("user_id", "name")',
  )
  if (!isPostgres(db)) return
  // Fast, but empty after a crash.
  await run(
    `create unlogged table "counts" ("key" text primary key, "count" integer not null, "resets_at" integer not null)`,
  )
  await index('counts', 'resets_at')
}

async function createTimetableTables(db: Db): Promise<void> {
  const { id, index, run, table } = tableParts(db)
  await table(
    'courses',
    `${id}, name text not null, school_id integer not null, created_at text not null, timetable_week text,
    is_teacher_mode integer not null, files_version ${zeroByDefault}, timetable_version ${zeroByDefault}`,
  )
  await table(
    'memberships',
    `course_id ${requiredReference('courses')}, user_id ${requiredReference('users')}, joined_at text not null,
    changed_at text not null, is_pending integer not null, is_accepted integer not null`,
    'constraint "memberships_key" primary key ("course_id", "user_id")',
  )
  await index('memberships', 'user_id')
  await table(
    'lessons',
    `${id}, course_id ${requiredReference('courses')}, name text not null, short text not null, room text not null,
    teacher text not null, note text not null, color text, is_gradable integer not null,
    is_timetable_only integer not null, rooms text not null`,
  )
  await index('lessons', 'course_id')
  await table(
    'units',
    `${id}, school_id integer not null, position integer, start_time text not null, end_time text not null,
    text text not null, is_break integer not null`,
  )
  await index('units', 'school_id', 'start_time')
  await table(
    'timetable_entries',
    `${id}, course_id ${requiredReference('courses')}, weekday integer not null, unit_id ${requiredReference('units')},
    lesson_id ${requiredReference('lessons')}`,
  )
  await index('timetable_entries', 'course_id', 'weekday')
  await index('timetable_entries', 'lesson_id')
  await table('holidays', `${id}, school_id integer not null, date text not null, name text not null`)
  await index('holidays', 'school_id', 'date')
  await table(
    'representations',
    `${id}, course_id ${requiredReference('courses')}, date text not null, body text not null`,
  )
  await index('representations', 'course_id', 'date')
  await table(
    'permissions',
    `${id}, resource_field text not null, resource_id integer not null, user_id ${requiredReference('users')},
    is_write integer not null, is_admin integer not null, given_by_user_id ${optionalUser},
    given_at text not null, expires_at text`,
    'constraint "one_per_target" unique ("resource_field", "resource_id", "user_id")',
  )
  await index('permissions', 'user_id', 'resource_field', 'resource_id')
  // Few permissions have an end, so the index contains only those.
  await run(
    'create index "permissions_by_expires_at" on "permissions" ("expires_at") where "expires_at" is not null',
  )
  await table(
    'class_permissions',
    `${id}, resource_field text not null, resource_id integer not null, course_id ${requiredReference('courses')},
    is_write integer not null, given_by_user_id ${optionalUser}, given_at text not null`,
    'constraint "one_per_class" unique ("resource_field", "resource_id", "course_id")',
  )
  await index('class_permissions', 'course_id', 'resource_field', 'resource_id')
  await table(
    'calendars',
    `${id}, user_id ${requiredReference('users')}, course_id integer ${references('courses')}, secret_hash text not null,
    language text not null, created_at text not null`,
    'constraint "calendars_secret" unique ("secret_hash")',
  )
  await index('calendars', 'user_id')
}

async function createHomeworkTables(db: Db): Promise<void> {
  const { id, index, table } = tableParts(db)
  await table(
    'homeworks',
    `${id}, course_id ${requiredReference('courses')}, lesson_id ${requiredReference('lessons')}, text text not null,
    note text not null, due_at text not null, is_submissionable integer not null, points double precision,
    created_at text not null`,
  )
  await index('homeworks', 'course_id')
  await index('homeworks', 'lesson_id')
  await table(
    'submissions',
    `todo_id ${requiredReference('homeworks')}, user_id ${requiredReference('users')}, acknowledged_at text, comment text,
    submitted_at text, teacher_correction text, points double precision, corrected_at text,
    corrected_by_user_id ${optionalUser}, corrections ${zeroByDefault}, hand_ins ${zeroByDefault}`,
    'constraint "submissions_key" primary key ("todo_id", "user_id")',
  )
  await index('submissions', 'user_id')
  await table(
    'open_submissions',
    `todo_id ${requiredReference('homeworks')}, user_id ${requiredReference('users')},
    pupil_id ${requiredReference('users')}, expires_at text not null`,
    'constraint "open_submissions_key" primary key ("todo_id", "user_id")',
  )
  await index('open_submissions', 'user_id')
  await index('open_submissions', 'pupil_id')
}

async function createChatTables(db: Db): Promise<void> {
  const { id, index, table } = tableParts(db)
  await table(
    'chats',
    `${id}, name text not null, created_at text not null, broadcast_only integer not null,
    files_allowed integer not null, is_direct ${zeroByDefault}, version ${zeroByDefault}`,
  )
  await table(
    'messages',
    `${id}, chat_id ${requiredReference('chats')}, user_id ${requiredReference('users')}, text text not null,
    sent_at text not null, version integer not null`,
  )
  // Includes the sender to count unread messages from the index alone.
  await index('messages', 'chat_id', 'id', 'user_id')
  await table(
    'polls',
    `${id}, message_id integer not null unique ${references('messages')}, chat_id ${requiredReference('chats')},
    is_anonymous integer not null, is_multiple_choice integer not null, closes_at text`,
  )
  await index('polls', 'chat_id')
  await table('poll_options', `${id}, poll_id ${requiredReference('polls')}, text text not null`)
  await index('poll_options', 'poll_id')
  await table(
    'poll_votes',
    `poll_id ${requiredReference('polls')}, option_id ${requiredReference('poll_options')},
    user_id ${requiredReference('users')}, voted_at text`,
    'constraint "poll_votes_key" primary key ("poll_id", "user_id", "option_id")',
  )
  await index('poll_votes', 'option_id')
  await table(
    'reactions',
    `${id}, message_id ${requiredReference('messages')}, chat_id ${requiredReference('chats')},
    user_id ${requiredReference('users')}, emoji text not null`,
    'constraint "one_of_a_kind" unique ("message_id", "user_id", "emoji")',
  )
  await index('reactions', 'chat_id')
  await table(
    'chat_reads',
    `chat_id ${requiredReference('chats')}, user_id ${requiredReference('users')}, message_id integer not null`,
    'constraint "chat_reads_key" primary key ("chat_id", "user_id")',
  )
  await table(
    'scheduled_messages',
    `${id}, user_id ${requiredReference('users')}, chat_id integer references "chats" ("id") on delete set null,
    chat_name text not null, text text not null, send_at text not null, created_at text not null, not_sent_reason text`,
  )
  await index('scheduled_messages', 'user_id')
  await index('scheduled_messages', 'chat_id')
  await index('scheduled_messages', 'send_at')
}

async function createFileTables(db: Db): Promise<void> {
  const { id, index, table } = tableParts(db)
  await table(
    'files',
    `${id}, course_id ${requiredReference('courses')}, parent_id integer ${references('files')}, name text not null,
    is_dir integer not null, created_at text not null, created_by_user_id ${optionalUser}`,
  )
  await index('files', 'course_id', 'created_at')
  await index('files', 'course_id', 'id')
  await index('files', 'parent_id')
  await table(
    'lesson_contents',
    `${id}, lesson_id ${requiredReference('lessons')}, date text not null, text text not null,
    created_at text not null, created_by_user_id ${optionalUser}`,
  )
  await index('lesson_contents', 'lesson_id')
  await table(
    'news',
    `${id}, course_id ${requiredReference('courses')}, title text not null, text text not null,
    created_at text not null, created_by_user_id ${optionalUser}`,
  )
  await index('news', 'course_id')
}

async function createDocumentTables(db: Db): Promise<void> {
  const { id, index, run, table } = tableParts(db)
  await table(
    'documents',
    `${id}, related_to text not null, todo_id integer ${references('homeworks')},
    message_id integer ${references('messages')}, chat_id integer ${references('chats')}, message_key text,
    file_id integer ${references('files')}, name text not null, content_type text not null, type text not null,
    size integer not null, sha1 text not null, hash text not null,
    uploaded_at text not null, uploaded_by_user_id ${optionalUser}`,
  )
  await index('documents', 'related_to')
  await index('documents', 'todo_id')
  await index('documents', 'message_id')
  await index('documents', 'chat_id')
  await index('documents', 'file_id', 'id')
  await index('documents', 'hash')
  await index('documents', 'uploaded_by_user_id', 'uploaded_at')
  await run(
    `create unique index "one_for_a_message" on "documents" ("uploaded_by_user_id", "message_key", "hash", "name")
    where "related_to" = 'chat-message-file-new' and "message_key" is not null`,
  )
  await table('stored_files', 'hash text primary key, claimed_at text not null')
}
