import type { Db } from '../../service/db/schema.ts'
import { readyDocument } from '../../service/db/storeDocument.ts'
import { createDraw, type Draw } from '../draw.ts'
import type { SeededPeople } from '../fillPeople.ts'
import { pdf } from '../pdf.ts'
import type { SchoolKind, SchoolLanguage } from '../schoolKind.ts'
import { textsOf } from '../texts/textsOf.ts'
import { addChat, type NewMessage } from './addChat.ts'
import { chatDays, type When } from './chatDays.ts'
import { chatPlan, curriculum } from './chatPlan.ts'
import { plannedMessages } from './plannedMessages.ts'

export const crowdChatName = (language: SchoolLanguage): string => textsOf(language).crowd.chat
const count = 50_000
const years = 3
/** How many of the last are new to Jana Albrecht. */
const unread = 12
const minute = 60_000

/** One chat of 50,000 messages by 28 pupils and two teachers: every few hundred a poll, a file, a long text. */
export async function fillChatCrowd(
  db: Db,
  { people, kind, ...when }: When & { people: SeededPeople; kind: SchoolKind },
): Promise<void> {
  const name = crowdChatName(kind.language)
  const there = db.selectFrom('chats').select('id').where('name', '=', name)
  if (await there.executeTakeFirst()) return
  const teachers = ['Albrecht', 'Ruiz'].map(name => people.teachers.get(name) ?? 0)
  const pupils = people.pupils.get('8b') ?? []
  const members = [...teachers, ...pupils]
  const days = chatDays(when, kind.language)
  const said = chatPlan(kind.language)
    .flatMap(planned => plannedMessages(planned, days, kind))
    .map(({ text }) => text)
  const draw = createDraw(50)
  const file = await readyDocument({ name: 'sheet.pdf', bytes: pdf([['A sheet of many']]) })
  const start = when.now - years * 365 * 24 * 60 * minute
  const step = (when.now - start) / count
  const messages = Array.from({ length: count }, (_, index): NewMessage => {
    const userId = members[draw.number(0, members.length - 1)] ?? 0
    const sentAt = Math.floor(start + index * step)
    return { userId, sentAt, ...content(index, { draw, said, members, file, language: kind.language }) }
  })
  await addChat(db, {
    name,
    createdAt: start,
    members: members.map((id, index) => ({ id, is_write: 1, is_admin: index < 1 ? 1 : 0 })),
    messages,
    reads: new Map(members.map((id, index) => [id, index === 0 ? count - 1 - unread : count - 1])),
  })
}

type Content = Omit<NewMessage, 'userId' | 'sentAt'>
type With = {
  draw: Draw
  said: readonly string[]
  members: readonly number[]
  file: NonNullable<NewMessage['files']>[number]
  language: SchoolLanguage
}

function content(index: number, { draw, said, members, file, language }: With): Content {
  const text = said[draw.number(0, said.length - 1)] ?? ''
  if (index % 400 === 399) {
    const options = ['Yes', 'No', 'I don’t mind'].map((option, place) => ({
      text: option,
      userIds: members.filter((_, seat) => (seat + index) % 4 === place),
    }))
    const isAnonymous = index % 800 === 399
    return { text: 'Shall we?', poll: { options, isAnonymous, isMultipleChoice: false, closesAt: null } }
  }
  if (index % 350 === 349) return { text, files: [file] }
  if (index % 500 === 250) return { text: curriculum(2500, language) }
  if (index % 25 === 0)
    return { text, reactions: [{ emoji: '👍', userIds: members.slice(0, 1 + (index % 5)) }] }
  return { text: text.length > 2000 ? 'ok' : text }
}
