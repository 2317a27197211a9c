import { nobodysHash } from '../../service/auth/passwords.ts'
import type { Db } from '../../service/db/schema.ts'
import { readyDocument } from '../../service/db/storeDocument.ts'
import { addChat, type NewMember, type NewMessage } from '../chats/addChat.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { chatDays, type When } from '../schoolDays.ts'
import type { SchoolFiles } from '../schoolFiles.ts'
import { faultChats, hostileChat } from './faults.ts'
import {
  hostileChatFiles,
  hostileChatName,
  hostileChatRenderings,
  hostileMessages,
  hostileNames,
  hostileOptions,
  hostileReactions,
} from './hostileTalk.ts'

const minute = 60_000

/** The chats of faults.ts, each with some talk, a reaction and a poll, and the hostile one. */
export async function fillFaultChats(
  db: Db,
  { people, files, ...when }: When & { people: SeededPeople; files: SchoolFiles },
): Promise<void> {
  const teacher = people.teachers.get('Kern') ?? 0
  const pupil = people.pupils.get('10a')?.[0] ?? 0
  const members: NewMember[] = [
    { id: teacher, is_write: 1, is_admin: 1 },
    { id: pupil, is_write: 1, is_admin: 0 },
  ]
  const from = chatDays(when, 'en').instantOf(-1, '14:00')
  for (const { id, name, says } of faultChats) {
    await addChat(db, {
      id,
      name,
      createdAt: from,
      members,
      messages: [
        { userId: teacher, text: `What is sent here: ${says}.`, sentAt: from },
        {
          userId: pupil,
          text: 'I see.',
          sentAt: from + minute,
          reactions: [{ emoji: '👍', userIds: [teacher] }],
        },
        {
          userId: teacher,
          text: 'Does it work?',
          sentAt: from + 2 * minute,
          poll: {
            options: [
              { text: 'Yes', userIds: [teacher] },
              { text: 'No', userIds: [] },
            ],
            isAnonymous: false,
            isMultipleChoice: false,
            closesAt: null,
          },
        },
      ],
      reads: new Map(members.map(member => [member.id, 2])),
    })
  }
  await fillHostileChat(db, { from, members, files })
}

/** The chat of hostileTalk.ts: every message, poll, reaction, file and rendering of it, in that order, from `from` on. */
async function fillHostileChat(
  db: Db,
  { from, members, files }: { from: number; members: readonly NewMember[]; files: SchoolFiles },
): Promise<void> {
  const at = new Date(from).toISOString()
  const users = hostileNames.map(
    (name, index) =>
      ({
        login: `hostile-${index + 1}`,
        password_hash: nobodysHash,
        name,
        is_teacher: 0,
        birthday: null,
        registered_at: at,
        last_seen_at: at,
      }) as const,
  )
  const inserted = await db.insertInto('users').values(users).returning('id').execute()
  const writers = inserted.map(({ id }) => id).sort((a, b) => a - b)
  const [one = 0] = writers
  const poll = (isAnonymous: boolean) => ({
    isAnonymous,
    isMultipleChoice: true,
    closesAt: null,
    options: hostileOptions.map((text, index) => ({ text, userIds: index % 2 === 0 ? writers : [] })),
  })
  const written: Omit<NewMessage, 'userId' | 'sentAt'>[] = [
    ...hostileMessages.map(({ text }) => ({ text })),
    { text: hostileChatName, poll: poll(false) },
    { text: `${hostileChatName} (anonymous)`, poll: poll(true) },
    { text: 'Reactions', reactions: hostileReactions.map(emoji => ({ emoji, userIds: [one] })) },
    ...(await Promise.all(
      hostileChatFiles.map(async ({ trick, name, bytes }) => ({
        text: trick,
        // As a service would that takes any name as it comes.
        files: [{ ...(await readyDocument({ name, bytes: await bytes(files) })), name }],
      })),
    )),
    ...hostileChatRenderings.map(({ trick }) => ({ text: trick })),
  ]
  await addChat(db, {
    id: hostileChat,
    name: hostileChatName,
    createdAt: from,
    members: [...members, ...writers.map(id => ({ id, is_write: 1, is_admin: 0 }) as const)],
    messages: written.map((message, index) => ({
      ...message,
      userId: writers[index % writers.length] ?? 0,
      sentAt: from + index * 20_000,
    })),
    reads: new Map(members.map(({ id }) => [id, written.length - 1])),
  })
}
