/** Entries as documented in api.md. */
export const sampleLesson = {
  id: 5,
  name: 'Mathematics',
  short: 'Ma',
  room: '204',
  teacher: 'Albrecht',
  note: '',
  color: '#1f6feb',
  is_gradable: true,
  is_timetable_only: false,
  rooms: { '1-2-3': '204' },
}

export const sampleDocument = {
  id: 31,
  hash: 'f0e1',
  sha1_checksum: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  name: 'page1.jpg',
  content_type: 'image/jpeg',
  size: 48_213,
  related_to: 'file.9',
  uploaded: '2026-11-16 18:02:00',
  url: 'https://school.example/documents/31',
  preview_url: null,
  download_url: 'https://school.example/documents/31/download',
  can_delete: false,
  human_size: '47.1 KB',
}

export const sampleHomework = {
  id: 12,
  course_id: 8,
  lesson_id: 5,
  text: 'Fractions p. 42',
  note: '',
  time: 1_795_000_000,
  until_datetime: '2026-11-24 08:00:00',
  related_members: [],
  is_private: false,
  is_restricted: false,
  can_edit: true,
  is_checked: false,
  can_check: true,
  is_submissionable: true,
}

export const sampleSubmissionEntry = {
  user: {
    id: 104,
    name: 'Mika Sommer',
    badges: [],
    presence: { is_online: false, expires_in: null },
    profile_token: 'opaque',
    avatar_url: 'https://school.example/avatar/104',
  },
  submission: {
    todo_id: 12,
    user_id: 104,
    acknowledged_at: '2026-11-14T10:00:00+01:00',
    comment: 'I did 1 to 4, 5 was unclear.',
    submitted_at: '2026-11-16T18:02:00+01:00',
    teacher_correction: null,
    points: null,
    corrected_at: null,
    corrected_by_user_id: null,
    files: [
      { ...sampleDocument, is_public: false, url_by_hash: '/d/f0e1', type: 'image', alphanumeric_id: 'x1' },
    ],
    correction_files: [],
    document_relation: 'todo.12.user.104.submission',
    correction_files_document_relation: 'todo.12.user.104.correction',
    user_can_submit: true,
    comment_formatted: '<p>I did 1 to 4, 5 was unclear.</p>',
    comment_basic: 'I did 1 to 4, 5 was unclear.',
    teacher_correction_formatted: null,
    teacher_correction_basic: null,
    is_acknowledged: true,
    is_submitted: true,
    is_corrected: false,
    is_uncorrected: true,
  },
}

export const sampleChat = {
  id: 3,
  name: '8b',
  created_at: '2026-09-01 08:00:00',
  last_message_at: '2026-11-18 07:40:00',
  broadcast_only: false,
  files_allowed: true,
  url: 'https://school.example/chats/3',
  is_admin: true,
  can_write: true,
  unread_messages: 0,
}

export const sampleMessage = {
  id: 900,
  chat_id: 3,
  user: { id: 104, name: 'Mika Sommer' },
  text: 'Is there sport today?',
  has_files: false,
  meta_type: null,
  sent_at: '2026-11-18 07:40:00',
  is_own: false,
  reactions: [],
}

export const sampleFile = {
  id: 9,
  name: 'Worksheets',
  is_dir: true,
  parent_id: '4',
  created_at: '2026-11-01 10:00:00',
  document: null,
  can_write: true,
}
