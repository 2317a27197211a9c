import type { Db } from '../../service/db/schema.ts'
import { type ReadyDocument, readyDocument } from '../../service/db/storeDocument.ts'
import type { SeededPeople } from '../fillPeople.ts'
import type { Pictures } from '../photos.ts'
import type { SchoolKind, SchoolLanguage } from '../schoolKind.ts'
import { nameIn } from '../texts/textsOf.ts'
import { addChat, type NewMember, type NewMessage } from './addChat.ts'
import { type ChatDays, chatDays, type When } from './chatDays.ts'
import { chatFiles } from './chatFiles.ts'
import { chatPeople } from './chatPeople.ts'
import { chatPlan, type PlannedChat } from './chatPlan.ts'
import { chatPolls, optionsOf } from './chatPolls.ts'
import { type PlannedMessage, plannedMessages } from './plannedMessages.ts'

/** School days from the seed's own on which the first chats were opened. */
const openedAt = -56

/** Whose reading is known: those who can sign in. */
const knownReaders = ['Albrecht', 'Ruiz', 'Kern', 'Mika', 'Aiko', 'Lina']

type Options = When & { people: SeededPeople; kind: SchoolKind; pictures: Pictures }

/** The chats of chatPlan.ts with all that was said in them; answers each with its last message, 0 for none. */
export async function fillChats(
  db: Db,
  { people, kind, pictures, ...when }: Options,
): Promise<{ id: number; last: number }[]> {
  const idOf = chatPeople(people)
  const days = chatDays(when, kind.language)
  const files = await readyFiles(kind.language, pictures)
  const made: { id: number; last: number }[] = []
  for (const planned of chatPlan(kind.language)) {
    const messages = plannedMessages(planned, days, kind)
    const { id, messageIds } = await addChat(db, {
      name: planned.name,
      createdAt: Math.min(days.instantOf(openedAt, '10:00'), messages[0]?.sentAt ?? when.now),
      members: membersOf(planned, idOf),
      isBroadcast: planned.isBroadcast === true,
      isWithoutFiles: planned.isWithoutFiles === true,
      isDirect: planned.isDirect === true,
      messages: messages.map(message => newMessage(message, { idOf, days, files, language: kind.language })),
      reads: new Map(readsOf(planned, messages).map(([name, index]) => [idOf(name), index])),
    })
    made.push({ id, last: messageIds.at(-1) ?? 0 })
  }
  return made
}

function membersOf(planned: PlannedChat, idOf: (name: string) => number): NewMember[] {
  const { admins, writers = [], readers = [] } = planned
  return [
    ...admins.map(name => ({ id: idOf(name), is_write: 1, is_admin: 1 }) as const),
    ...writers.map(name => ({ id: idOf(name), is_write: 1, is_admin: 0 }) as const),
    ...readers.map(name => ({ id: idOf(name), is_write: 0, is_admin: 0 }) as const),
  ]
}

function newMessage(
  message: PlannedMessage,
  {
    idOf,
    days,
    files,
    language,
  }: {
    idOf: (name: string) => number
    days: ChatDays
    files: Map<string, ReadyDocument>
    language: SchoolLanguage
  },
): NewMessage {
  const poll = message.poll === undefined ? undefined : chatPolls[message.poll]
  return {
    userId: idOf(message.from),
    text: message.text,
    sentAt: message.sentAt,
    files: message.files.flatMap(name => files.get(name) ?? []),
    reactions: message.reactions.map(({ emoji, from }) => ({ emoji, userIds: from.map(idOf) })),
    ...(poll && {
      poll: {
        options: optionsOf(message.poll ?? '', language).map(({ text, votes }) => ({
          text,
          userIds: votes.map(idOf),
        })),
        isAnonymous: poll.isAnonymous === true,
        isMultipleChoice: poll.isMultipleChoice === true,
        closesAt: poll.closes === undefined ? null : days.instantOf(poll.closes, '18:00'),
      },
    }),
  }
}

/** Who has read up to which message: to the last, but for as many of the others' as are still new to them. */
function readsOf(planned: PlannedChat, messages: readonly PlannedMessage[]): [name: string, index: number][] {
  const members = new Set([...planned.admins, ...(planned.writers ?? []), ...(planned.readers ?? [])])
  return knownReaders
    .filter(name => members.has(name))
    .map(name => {
      let left = planned.unread?.[name] ?? 0
      let index = messages.length - 1
      for (; index >= 0 && left > 0; index -= 1) if (messages[index]?.from !== name) left -= 1
      return [name, index]
    })
}

/** By their names in the plan, under those they have in the school. */
async function readyFiles(language: SchoolLanguage, pictures: Pictures): Promise<Map<string, ReadyDocument>> {
  const files = new Map<string, ReadyDocument>()
  for (const [name, make] of Object.entries(chatFiles)) {
    const bytes = await make({ language, pictures })
    files.set(name, await readyDocument({ name: nameIn(language, name), bytes }))
  }
  return files
}
