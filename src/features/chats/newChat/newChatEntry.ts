import * as z from 'zod/mini'
import { Chat, chats, maxChatNameLength } from '../../../contract/chats.ts'
import { messages } from '../../../contract/messages.ts'
import { permissions } from '../../../contract/permissions.ts'
import { type Entry, type NewEntry, step } from '../../../delivery/entries/Entry.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { paths } from '../../../paths.ts'
import { getDraftKey, NewChatDraft, newChatDraft } from './newChatDraft.ts'

export const newChatLanePrefix = 'new-chat/'

/** A person or class to add. */
export type ChatTarget = { ids: { user_id: number } | { course_id: number }; name: string }

/** `targets`: names, in the order of their steps. */
const CreatedChatDraft = z.extend(NewChatDraft, { targets: z.array(z.string()) })

type ChatToCreate = {
  lane: string
  title: string
  draftKey: string
  values: NewChatDraft
  targets: readonly ChatTarget[]
  /** Creates the direct chat with this person, or takes the existing one. */
  direct?: { user_id: number; name: string }
}

const isDefined = <T>(value: T | undefined): value is T => value !== undefined

/** Creates a chat, adds its people one by one, and then sends the first message. */
export function createChatEntry(chat: ChatToCreate): NewEntry {
  const { lane, title, draftKey, values, targets, direct } = chat
  const chat_id = { ofStep: 0, part: 'id' }
  const text = values.message.trim()
  return {
    lane,
    title,
    path: paths.chats(),
    steps: [
      step(chats.create, {
        body: {
          name: direct?.name ?? values.name.trim(),
          broadcast_only: values.broadcast,
          files_allowed: values.files,
          direct_user_id: direct?.user_id,
        },
      }),
      ...targets.map(({ ids }) =>
        step(permissions.create, {
          body: {
            resource_ids: { chat_id },
            target_ids: ids,
            is_write: values.access === 'write',
            is_admin: false,
          },
        }),
      ),
      text === '' ? undefined : step(messages.send, { chat_id, body: { text } }),
    ].filter(isDefined),
    draft: {
      ...{ kind: newChatDraft.name, key: draftKey },
      value: { ...values, targets: targets.map(({ name }) => name) } satisfies z.output<
        typeof CreatedChatDraft
      >,
    },
  }
}

type MessageToEach = {
  values: NewChatDraft
  people: readonly { id: number; name: string }[]
  ownName: string | undefined
}

/** The message to each person alone, in their direct chat. */
export const createEntriesToEach = ({ values, people, ownName = '' }: MessageToEach): NewEntry[] =>
  people.map(({ id, name }) => {
    const ownValues = { ...values, people: [{ id, name }] }
    const chatName = truncateText([ownName, name].filter(Boolean).join(', '), maxChatNameLength)
    return {
      ...createChatEntry({
        // Messages to one person are sent in order.
        lane: `${newChatLanePrefix}user-${id}`,
        title: `${name}: ${truncateText(values.message.trim(), 60)}`,
        draftKey: getDraftKey({ ...ownValues, courseId: undefined, separate: true }),
        ...{ values: ownValues, targets: [], direct: { user_id: id, name: chatName } },
      }),
      isBulk: true,
    }
  })

/** Returns the chat once it was created. */
export const getCreatedChat = ({ results: [first] }: Pick<Entry, 'results'>): Chat | undefined =>
  z.safeParse(Chat, first).data

/** Returns how many of the people and classes were added. `next`: name of the one to be added, if any is left. */
export function getAddingProgress({ draft, results }: Pick<Entry, 'draft' | 'results'>) {
  const { targets = [], message = '' } = z.safeParse(CreatedChatDraft, draft?.value).data ?? {}
  const done = Math.min(results.length - 1, targets.length)
  return { done, count: targets.length, next: targets[done], hasMessage: message.trim() !== '' }
}
