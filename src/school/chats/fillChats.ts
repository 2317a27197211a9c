import { incrementChatVersion } from '../../service/content/chats.ts'
import type { Db } from '../../service/db/schema.ts'
import type { PreparedDocument } from '../../service/db/storeDocument.ts'
import { prepareFiles } from '../fillFiles.ts'
import type { SeedContext } from '../fillPeople.ts'
import type { Grant } from '../insertRows.ts'
import { type ChatDays, createChatDays } from '../schoolDays.ts'
import { getFact, getSchoolLanguage, type SchoolTime, setFact } from '../schoolKind.ts'
import { translateName } from '../schoolTexts.ts'
import { addChat, type NewMessage } from './addChat.ts'
import {
  chatFiles,
  chatPolls,
  createMessages,
  getChatPlan,
  getPollOptions,
  type PlannedChat,
  type PlannedMessage,
} from './chatPlan.ts'

/** In school days from the school's own day. */
const openedAt = -56

/** People who can sign in. Only their read positions are stored. */
const knownReaders = ['Albrecht', 'Ruiz', 'Kern', 'Mika', 'Aiko', 'Lina']

/** Fact: `<id>:<ID of the last made-up message, or 0>` for each chat, in the order of chatPlan.ts. */
export const chatsFact = 'seeded_chats'
const iso = (instant: number) => new Date(instant).toISOString()

/** The database must have no chats. */
export async function fillSeedChats(db: Db, context: SeedContext): Promise<void> {
  const { people, language, files, now } = context
  const days = createChatDays(context, language)
  const preparedFiles = await prepareFiles(Object.values(chatFiles), language, files)
  const createdIds: string[] = []
  for (const planned of getChatPlan(language)) {
    const messages = createMessages(planned, days, language)
    const { admins, writers, readers, isBroadcast, isWithoutFiles, isDirect } = planned
    const toMembers = (can: Grant['can'], names: readonly string[]) =>
      names.map(name => ({ id: people.idOf(name), can }))
    const { id, messageIds } = await addChat(db, {
      ...{ name: planned.name, isBroadcast, isWithoutFiles, isDirect },
      createdAt: Math.min(days.getInstant(openedAt, '10:00'), messages[0]?.sentAt ?? now),
      members: [
        ...toMembers('administer', admins),
        ...toMembers('write', writers),
        ...toMembers('read', readers),
      ],
      messages: messages.map(message => toNewMessage(message, context, { days, preparedFiles })),
      reads: new Map(
        getLastReadIndexes(planned, messages).map(([name, index]) => [people.idOf(name), index]),
      ),
    })
    createdIds.push(`${id}:${messageIds.at(-1) ?? 0}`)
  }
  await setFact(db, chatsFact, createdIds.join(' '))
}

/** To the days before `now`. Skips a chat in which a user has written or deleted a message. */
export async function moveChats(db: Db, when: SchoolTime): Promise<void> {
  const seeded = await getFact(db, chatsFact)
  if (seeded === undefined) return
  const language = await getSchoolLanguage(db)
  const days = createChatDays(when, language)
  const plan = getChatPlan(language)
  for (const [index, pair] of seeded.split(' ').entries()) {
    const [id = 0, last = 0] = pair.split(':').map(Number)
    const planned = plan[index]
    const rows = await db
      .selectFrom('messages')
      .select(['id', 'sent_at', 'text'])
      .where('chat_id', '=', id)
      .orderBy('id')
      .execute()
    const messages = planned ? createMessages(planned, days, language) : []
    if (rows.length !== messages.length || rows.at(-1)?.id !== last) continue
    let hasMoved = false
    for (const [messageIndex, { text, sentAt, poll }] of messages.entries()) {
      const message = rows[messageIndex]
      const sent_at = iso(sentAt)
      if (!message || (message.sent_at === sent_at && message.text === text)) continue
      hasMoved = true
      await db.updateTable('messages').set({ text, sent_at }).where('id', '=', message.id).execute()
      const documents = db.updateTable('documents').set({ uploaded_at: sent_at })
      await documents.where('message_id', '=', message.id).execute()
      const closes = poll === undefined ? undefined : chatPolls[poll]?.closes
      if (closes === undefined) continue
      const closes_at = iso(days.getInstant(closes, '18:00'))
      await db.updateTable('polls').set({ closes_at }).where('message_id', '=', message.id).execute()
    }
    // No message has the new version, so clients fetch the whole chat.
    if (hasMoved) await incrementChatVersion(db, id)
  }
}

function toNewMessage(
  { from, text, sentAt, files, reactions, poll: key }: PlannedMessage,
  { people: { idOf }, language }: SeedContext,
  { days, preparedFiles }: { days: ChatDays; preparedFiles: ReadonlyMap<string, PreparedDocument> },
): NewMessage {
  const attachments = files.map(name => {
    const document = requireKnown(preparedFiles.get(requireKnown(chatFiles[name], name)), name)
    return { ...document, name: translateName(language, name) }
  })
  const message = {
    ...{ userId: idOf(from), text, sentAt, files: attachments },
    reactions: reactions.map(({ emoji, from: names }) => ({ emoji, userIds: names.map(idOf) })),
  }
  if (key === undefined) return message
  const { isAnonymous, isMultipleChoice, closes } = requireKnown(chatPolls[key], key)
  const closesAt = closes === undefined ? undefined : days.getInstant(closes, '18:00')
  const options = getPollOptions(key, language).map(option => ({
    text: option.text,
    userIds: option.votes.map(idOf),
  }))
  return { ...message, poll: { options, isAnonymous, isMultipleChoice, closesAt } }
}

function requireKnown<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`chats.json has no ${name}.`)
  return value
}

function getLastReadIndexes(
  planned: PlannedChat,
  messages: readonly PlannedMessage[],
): [name: string, index: number][] {
  const members = new Set([...planned.admins, ...planned.writers, ...planned.readers])
  return knownReaders
    .filter(name => members.has(name))
    .map(name => {
      let remaining = planned.unread?.[name] ?? 0
      let index = messages.length - 1
      for (; index >= 0 && remaining > 0; index -= 1) if (messages[index]?.from !== name) remaining -= 1
      return [name, index]
    })
}
