import type { QueryClient } from '@tanstack/react-query'
import { query, write } from '../../../api/cache/query.ts'
import { type Chat, chats, maxChatNameLength, whyReadOnly } from '../../../contract/chats.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import type { DraftChange } from '../../../outbox/queue/Writes.ts'
import { getLoadedState } from '../messageQueue.ts'
import { createChatEntries } from './grantWrite.ts'
import { blankChat, type NewChatValues, newChatDraft } from './newChatDraft.ts'

type Person = { id: number; name: string }

type MessageToEach = {
  draftKey: string
  values: NewChatValues
  people: readonly Person[]
  ownName: string | undefined
  /** In Unix ms. */
  now: number
}

/** `failed`: the people who get no message, because their chat could not be created. */
export type SendToEachResult = { failed: readonly Person[]; error?: unknown }

/**
 * Sends the message to each person alone, in their direct chat, which is created if it is missing. Moves the text from the
 * draft to the outbox in one transaction. The people who failed remain in the draft.
 */
export async function sendToEach(
  client: QueryClient,
  outbox: Outbox,
  { draftKey, values, people, ownName, now }: MessageToEach,
): Promise<SendToEachResult> {
  const list = await client.ensureQueryData(query(chats.list, {}))
  const entries: ReturnType<typeof createChatEntries> = []
  const failed: Person[] = []
  let error: unknown
  for (const person of people) {
    const existing = list.rows.find(
      chat => isDirectChatWith(chat, person.id) && whyReadOnly(chat) === undefined,
    )
    try {
      const chat = existing ?? (await createDirectChat(client, person, ownName))
      const content = {
        // A service without direct chats has created a chat without the person.
        targets: isDirectChatWith(chat, person.id)
          ? []
          : [{ ids: { user_id: person.id }, name: person.name, size: 1 }],
        canWrite: true,
        message: values.message,
        remindsOf: values.remindsOf,
      }
      entries.push(...createChatEntries(outbox, chat.id, content, getLoadedState(client, chat.id, now)))
    } catch (cause) {
      failed.push(person)
      error = cause
    }
  }
  const store = async (change?: DraftChange) => void (await outbox.writes.addAll(entries, change))
  const isMoved = await withDraft(outbox, newChatDraft, draftKey, async draft => {
    const stored = draft.state().value
    return stored !== undefined && draft.submit(stored, store, () => getRemaining(values, failed))
  })
  if (!isMoved) await store()
  return { failed, error }
}

const isDirectChatWith = (chat: Chat, userId: number): boolean =>
  chat.is_direct === true && chat.direct_user_id === userId

function createDirectChat(client: QueryClient, person: Person, ownName = ''): Promise<Chat> {
  const name = truncateText([ownName, person.name].filter(Boolean).join(', '), maxChatNameLength)
  const body = { name, broadcast_only: false, files_allowed: true, direct_user_id: person.id }
  return client.getMutationCache().build(client, write(chats.create)).execute({ body })
}

const getRemaining = (values: NewChatValues, failed: readonly Person[]): NewChatValues =>
  failed.length > 0 ? { ...values, people: [...failed] } : blankChat
