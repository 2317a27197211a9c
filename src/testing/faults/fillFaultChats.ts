import type { Db } from '../../service/db/schema.ts'
import { prepareDocument } from '../../service/db/storeDocument.ts'
import { addChat, type NewMember, type NewMessage } from '../school/addChat.ts'
import { insertPupils } from '../school/insertRows.ts'
import type { SchoolContext } from '../school/people.ts'
import { resolveDate } from '../school/resolveDate.ts'
import { faultChats, hostileChat } from './faults.ts'
import {
  hostileChatFiles,
  hostileChatName,
  hostileChatRenderings,
  hostileMessages,
  hostileNames,
  hostileOptions,
  hostileReactions,
  readFiles,
} from './hostile.ts'

const minute = 60_000

export async function fillFaultChats(db: Db, context: SchoolContext): Promise<void> {
  const { people } = context
  const teacher = people.idOf('Kern')
  const pupil = people.idOf('Lina')
  const members: NewMember[] = [
    { id: teacher, can: 'administer' },
    { id: pupil, can: 'write' },
  ]
  const from = Date.parse(resolveDate(context, '@school-1 14:00'))
  const options = [
    { text: 'Yes', userIds: [teacher] },
    { text: 'No', userIds: [] },
  ]
  const reactions = [{ emoji: '👍', userIds: [teacher] }]
  for (const { id, name, says } of faultChats) {
    await addChat(db, context.documents, {
      ...{ id, name, createdAt: from, members },
      messages: [
        { userId: teacher, text: `What is sent here: ${says}.`, sentAt: from },
        { userId: pupil, text: 'I see.', sentAt: from + minute, reactions },
        { userId: teacher, text: 'Does it work?', sentAt: from + 2 * minute, poll: { options } },
      ],
      reads: new Map(members.map(member => [member.id, 2])),
    })
  }
  await fillHostileChat(db, context, from, members)
}

/** `from` is in Unix ms. */
async function fillHostileChat(
  db: Db,
  { documents }: SchoolContext,
  from: number,
  members: readonly NewMember[],
): Promise<void> {
  const createdAt = new Date(from).toISOString()
  const writers = await insertPupils(db, hostileNames, { login: 'hostile', at: createdAt })
  const options = hostileOptions.map((text, index) => ({ text, userIds: index % 2 === 0 ? writers : [] }))
  const poll = { options, isMultipleChoice: true }
  const fileMessages = (await readFiles(hostileChatFiles)).map(async ({ name, bytes }, index) => ({
    text: hostileChatFiles[index]?.trick ?? '',
    // Keep the name, like a service that accepts any.
    files: [{ ...(await prepareDocument({ name, bytes })), name }],
  }))
  const allMessages: Omit<NewMessage, 'userId' | 'sentAt'>[] = [
    ...hostileMessages.map(({ text }) => ({ text })),
    { text: hostileChatName, poll },
    { text: `${hostileChatName} (anonymous)`, poll: { ...poll, isAnonymous: true } },
    {
      text: 'Reactions',
      reactions: hostileReactions.map(emoji => ({ emoji, userIds: writers.slice(0, 1) })),
    },
    ...(await Promise.all(fileMessages)),
    ...hostileChatRenderings.map(({ trick }) => ({ text: trick })),
  ]
  await addChat(db, documents, {
    ...{ id: hostileChat, name: hostileChatName, createdAt: from },
    members: [...members, ...writers.map(id => ({ id, can: 'write' }) as const)],
    messages: allMessages.map((message, index) => ({
      ...message,
      userId: writers[index % writers.length] ?? 0,
      sentAt: from + index * 20_000,
    })),
    reads: new Map(members.map(({ id }) => [id, allMessages.length - 1])),
  })
}
