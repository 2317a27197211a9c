import type { Db } from '../../service/db/schema.ts'
import { faultChatIds, faultChats } from '../../service/faults/faultChats.ts'
import { addChat, type NewMember } from '../chats/addChat.ts'
import { chatDays, type When } from '../chats/chatDays.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { fillHostileChat } from './fillHostileChat.ts'

const minute = 60_000

/** The chats of faultChats.ts, each with some talk, a reaction and a poll, and the hostile one. */
export async function fillFaultChats(
  db: Db,
  { people, ...when }: When & { people: SeededPeople },
): Promise<void> {
  const taken = db.selectFrom('chats').select('id').where('id', '>=', faultChatIds.first)
  if (await taken.where('id', '<=', faultChatIds.last).executeTakeFirst()) return
  const teacher = people.teachers.get('Kern') ?? 0
  const pupil = people.pupils.get('10a')?.[0] ?? 0
  const members: NewMember[] = [
    { id: teacher, is_write: 1, is_admin: 1 },
    { id: pupil, is_write: 1, is_admin: 0 },
  ]
  const from = chatDays(when, 'en').instantOf(-1, '14:00')
  for (const { id, name, kind, value, says } of faultChats) {
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
    await db.insertInto('chat_faults').values({ chat_id: id, kind, value }).execute()
  }
  await fillHostileChat(db, { from, members })
}
