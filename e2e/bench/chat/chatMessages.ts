import type { Chat } from '../../../src/contract/chats.ts'
import type { Message } from '../../../src/contract/messages.ts'
import { createRandom } from '../../../src/lib/createRandom.ts'

/**
 * Creates the same chat for every candidate: three years of a class. The same person often sends a few messages in a
 * row.
 */
export const messageCount = 50_000
/** Time of the last message, in Unix ms. */
const now = Date.parse('2026-11-18T08:12:00Z')
const start = Date.parse('2023-11-18T08:00:00Z')
const step = (now - start) / (messageCount + 200)

const people = ['Jana Albrecht', 'Omar Ruiz', 'Ada Kern', 'Lena Weber', 'Kenji Tanaka', 'Mia Sommer'] as const
const sentences = [
  'Good morning everybody.',
  'The bus leaves at 08:15 from the north gate, please be there ten minutes before.',
  'Ok',
  'Does somebody have the sheet from Tuesday? I was ill.',
  'It is on https://example.org/sheets/fractions-and-percent, page 3.',
  'Thank you!',
  'We need two more for the cake stand. Who has time on Friday after the sixth hour?',
  'I can bring plates and cups.',
  'Room 204 is closed because of the window, we are in 117 instead.',
  'Please remember the signed form. Without it nobody can come along, and I have to tell the office by Thursday noon at the latest.',
  '👍',
  'Exercise 4 b to d, and read the text about the harbour.',
] as const

export const chat: Chat = {
  id: 1,
  name: 'Talk of three years',
  created_at: '2023-11-18 08:00:00',
  last_message_at: '2026-11-18 09:12:00',
  broadcast_only: false,
  files_allowed: true,
  url: '/chats/1',
  is_admin: true,
  can_write: true,
  unread_messages: 0,
  member_count: 30,
  last_read_message_id: messageCount + 1000,
}

/** Returns messages with consecutive IDs from `first`, as the service sends them. */
export function chatMessages(first: number, count: number): Message[] {
  const random = createRandom(first)
  const pick = <T>(from: readonly [T, ...T[]]) => from[Math.floor(random() * from.length)] ?? from[0]
  let sender = 0
  let sentAt = start + first * step
  return Array.from({ length: count }, (_, index) => {
    const id = first + index
    if (random() < 0.5) {
      sender = Math.floor(random() * people.length)
      sentAt = start + id * step
    } else sentAt += 40_000
    const long = id % 500 === 250
    const text = Array.from({ length: long ? 40 : 1 + Math.floor(random() ** 3 * 4) }, () => pick(sentences))
    return messageOf(id, { sender, text: text.join(' '), sentAt })
  })
}

type MessageContent = { sender: number; text: string; sentAt: number }

function messageOf(id: number, { sender, text, sentAt }: MessageContent): Message {
  const poll = id % 400 === 390
  const files = id % 350 === 340
  return {
    id,
    chat_id: chat.id,
    user: {
      id: sender + 1,
      name: people[sender] ?? '',
      badges: [],
      profile_token: `p${sender}`,
      avatar_url: null,
    },
    text: poll ? 'Shall we?' : text,
    is_hidden: false,
    has_files: files,
    has_poll: poll,
    meta_type: null,
    sent_at: new Date(sentAt).toISOString().slice(0, 19).replace('T', ' '),
    is_own: sender === 0,
    reactions: id % 25 === 0 ? [{ emoji: '👍', count: 1 + (id % 5), is_own: id % 50 === 0 }] : [],
    files: files ? [sheet] : [],
    poll: poll ? pollOf(id) : null,
    can_delete: sender === 0,
    text_formatted: null,
    text_basic: null,
    alphanumeric_id: `m${id}`,
    version: id,
  }
}

const sheet = {
  id: 7,
  name: 'sheet.pdf',
  content_type: 'application/pdf',
  size: 48_211,
  related_to: 'chat-message-file',
  uploaded: '2026-11-01 10:00:00',
  url: '/documents/7',
  preview_url: null,
  download_url: '/documents/7/download',
  can_delete: false,
  hash: 'aa',
  sha1_checksum: 'aa',
  human_size: '48 kB',
}

const pollOf = (id: number) => ({
  id,
  is_anonymous: true,
  is_multiple_choice: false,
  closes_at: null,
  total_votes: 9,
  options: ['Yes', 'No', 'I don’t mind'].map((text, index) => ({
    id: id * 10 + index,
    text,
    votes: 3,
    is_voted: false,
  })),
})
