import * as z from 'zod/mini'
import { maxChatNameLength } from '../../../contract/chats.ts'
import { Id } from '../../../contract/wire.ts'
import type { DraftKind } from '../../../delivery/drafts/Drafts.ts'
import { hashText } from '../../../lib/hashText.ts'
import { truncateText } from '../../../lib/truncateText.ts'

/** The name may be loaded later. */
const PersonToAdd = z.object({ id: z.number(), name: z.optional(z.string()) })

export const NewChatDraft = z.object({
  name: z.string(),
  people: z.array(PersonToAdd),
  /** IDs of whole classes. */
  classes: z.array(z.number()),
  access: z.enum(['write', 'read']),
  broadcast: z.boolean(),
  files: z.boolean(),
  message: z.string(),
  /** ID of the homework that the message reminds of. */
  remindsOf: z.optional(z.number()),
})
export type NewChatDraft = z.output<typeof NewChatDraft>

/** Draft key of the form that opens without a link. */
export const newChatKey = 'new'

export const blankChat: NewChatDraft = {
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

/** Values from the link to the form. `courseId`: a class with the names of the people. */
export type Prefill = Pick<NewChatDraft, 'name' | 'people' | 'message' | 'remindsOf'> & {
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
export const isPrefilled = (values: NewChatDraft, prefill: Prefill): boolean =>
  values.name === prefill.name &&
  values.message === prefill.message &&
  values.people.length === prefill.people.length &&
  prefill.people.every(({ id }) => values.people.some(person => person.id === id))
