import * as z from 'zod/mini'
import { maxChatNameLength } from '../../../contract/chats.ts'
import { Id } from '../../../contract/wire.ts'
import { hashText } from '../../../lib/hashText.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'

/** The name may be loaded later. */
const PersonToAdd = z.object({ id: z.number(), name: z.optional(z.string()) })
export type PersonToAdd = z.output<typeof PersonToAdd>

/** A request without a known outcome. `known`: IDs of the chats before it, null if they were unknown. */
const Attempt = z.object({ name: z.string(), known: z.nullable(z.array(z.number())) })
export type Attempt = z.output<typeof Attempt>

/** Drafts of earlier releases lack the fields with a default. */
const NewChatDraft = z.object({
  name: z.string(),
  people: z._default(z.array(PersonToAdd), []),
  /** IDs of whole classes. */
  classes: z._default(z.array(z.number()), []),
  access: z._default(z.enum(['write', 'read']), 'write'),
  broadcast: z.boolean(),
  files: z.boolean(),
  message: z._default(z.string(), ''),
  /** ID of the homework that the message reminds of. */
  remindsOf: z.optional(z.number()),
  sent: z.optional(Attempt),
})
export type NewChatDraft = z.output<typeof NewChatDraft>
export type NewChatValues = Omit<NewChatDraft, 'sent'>

/** Draft key of the form that opens without a link. */
export const newChatKey = 'new'

export const blankChat: NewChatValues = {
  name: '',
  people: [],
  classes: [],
  access: 'write',
  broadcast: false,
  files: true,
  message: '',
}

export const newChatDraft: DraftKind<NewChatDraft> = {
  name: 'newChat',
  value: NewChatDraft,
  isEmpty: ({ name, people, classes, message }) =>
    name.trim() === '' && message.trim() === '' && people.length + classes.length === 0,
}

/** Whether both would create the same chat. */
export function isSameChat(one: NewChatDraft, other: NewChatDraft): boolean {
  const toText = (draft: NewChatDraft) => JSON.stringify({ ...NewChatDraft.parse(draft), sent: undefined })
  return toText(one) === toText(other)
}

/** Values from the link to the form. `courseId`: a class with the names of the people. */
export type Prefill = Pick<NewChatValues, 'name' | 'people' | 'message' | 'remindsOf'> & {
  courseId: number | undefined
  /** Whether each person gets the message alone. */
  separate?: boolean | undefined
}

const RouterState = z.object({
  courseId: z.optional(Id),
  userIds: z.array(Id),
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  remindsOf: z.optional(z.number()),
  separate: z.optional(z.boolean()),
})

/** Reads `NewChatState` or `?person=&user=`. Undefined if the link names no person. */
export function readPrefill(
  state: unknown,
  person: { name: string; id: number | undefined },
): Prefill | undefined {
  const { data } = RouterState.safeParse(state)
  if (data) {
    const { courseId, userIds, name = '', message = '', remindsOf, separate } = data
    const people = [...new Set(userIds)].map(id => ({ id }))
    const reminder = remindsOf !== undefined && { remindsOf }
    return { name: truncateText(name, maxChatNameLength), people, message, courseId, separate, ...reminder }
  }
  if (person.name === '') return undefined
  return {
    name: truncateText(person.name, maxChatNameLength),
    people: person.id === undefined ? [] : [{ id: person.id, name: person.name }],
    message: '',
    courseId: undefined,
  }
}

/**
 * Each link with people has its own draft, so that it never shows the text of another link. Keys are stored without
 * encryption, so they contain only IDs and a hash of the name.
 */
export function getDraftKey(prefill: Prefill | undefined): string {
  if (!prefill || prefill.people.length === 0) return newChatKey
  const ids = prefill.people.map(({ id }) => id).toSorted((one, other) => one - other)
  return `${prefill.separate ? 'each' : 'link'}/${prefill.remindsOf ?? 0}/${ids.join('.')}/${hashText(prefill.name)}`
}

/** Whether the draft is a message to each person alone. */
export const isKeyOfSeparate = (draftKey: string): boolean => draftKey.startsWith('each/')

export const isDraftKey = (text: string): boolean =>
  /^(?:link|each)\/-?\d+\/\d+(?:\.\d+)*\/[0-9a-z]+$/.test(text)

/** Whether the form has the values of the link. */
export const isPrefilled = (values: NewChatValues, prefill: Prefill): boolean =>
  values.name === prefill.name &&
  values.message === prefill.message &&
  values.people.length === prefill.people.length &&
  prefill.people.every(({ id }) => values.people.some(person => person.id === id))
