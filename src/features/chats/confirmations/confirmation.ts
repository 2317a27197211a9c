import type { Rows } from '../../../contract/endpoint.ts'
import type { Poll } from '../../../contract/messages.ts'
import { type Permission, targetCourseId, targetUserId } from '../../../contract/permissions.ts'
import { compareByFamilyName } from '../../../lib/familyName.ts'
import type { Language } from '../../../lib/language.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'

const confirmTextByLanguage: Record<Language, string> = {
  en: 'Read and understood',
  de: 'Gelesen und verstanden',
}

/** In all languages of the app, because readers may use another one than the sender. */
export const confirmTexts: readonly string[] = Object.values(confirmTextByLanguage)

/**
 * Whether a poll asks for confirmation: it has one option, is not anonymous, and this app sent it. A poll of another app
 * with one option is an ordinary poll, e.g. "I'll bring a cake".
 */
export function asksForConfirmation(
  isAnonymous: boolean,
  options: readonly (string | { text: string })[],
): boolean {
  const [option] = options
  if (isAnonymous || options.length !== 1 || option === undefined) return false
  return isConfirmText(typeof option === 'string' ? option : option.text)
}

/** Whether the only option of a poll with names asks for confirmation. */
export const isConfirmText = (option: string): boolean => confirmTexts.includes(option.trim())

export type ConfirmOption = Poll['options'][number]

/** Returns undefined for an ordinary poll. */
export const findConfirmOption = (poll: Poll): ConfirmOption | undefined =>
  asksForConfirmation(poll.is_anonymous, poll.options) ? poll.options[0] : undefined

export type ChatPerson = { id: number; name: string }

/** Why the people of a chat are unknown. */
type UnknownPeople = 'loading' | 'unavailable' | 'groups'

/** Returns the people with access, each once. `membersOf` returns undefined if the people of a class are unknown. */
export function getChatPeople(
  { rows, unreadable }: Rows<Permission>,
  membersOf: (courseId: number) => readonly ChatPerson[] | undefined,
): readonly ChatPerson[] | UnknownPeople {
  if (unreadable > 0) return 'unavailable'
  const people = new Map<number, ChatPerson>()
  for (const { target } of rows) {
    const [userId, courseId] = [targetUserId(target), targetCourseId(target)]
    const members =
      userId === undefined
        ? courseId !== undefined && membersOf(courseId)
        : !target.targets_multiple_users && [{ id: userId, name: target.name || target.display_name }]
    if (!members) return 'groups'
    for (const { id, name } of members) people.set(id, { id, name: sanitizeName(name) })
  }
  return [...people.values()]
}

/** Classes that have access to the chat. */
export const getClassIds = (rows: readonly Permission[]): number[] => [
  ...new Set(rows.flatMap(({ target }) => targetCourseId(target) ?? [])),
]

/** `at`: Unix ms, undefined if the service sends no time. */
type ConfirmedPerson = ChatPerson & { at: number | undefined }

export type Confirmations = {
  /** Undefined if the service sends neither numbers nor names. */
  count: number | undefined
  /** Number of people without the sender, undefined if unknown. */
  all: number | undefined
  /** Undefined if the service does not send all names. */
  confirmed: readonly ConfirmedPerson[] | undefined
  missing: readonly ChatPerson[] | UnknownPeople | undefined
  /** Unix ms. */
  lastAt: number | undefined
}

type ConfirmationsOptions = {
  option: ConfirmOption
  senderId: number
  people: readonly ChatPerson[] | UnknownPeople
  memberCount: number | undefined
  timeZone: string
  language: string
}

/** The sender, who needs no confirmation, is not counted. People who left the chat stay in the list if they confirmed. */
export function getConfirmations(options: ConfirmationsOptions): Confirmations {
  const { option, senderId, people, memberCount } = options
  const compareNames = compareByFamilyName(options.language)
  const compare = (a: ChatPerson, b: ChatPerson) => compareNames(a, b) || a.id - b.id
  const confirmed = getConfirmed(options)?.toSorted(compare)
  const ownVotes = option.is_voted === true ? 1 : 0
  const count = confirmed?.length ?? (option.votes === undefined ? undefined : option.votes - ownVotes)
  const times = (confirmed ?? []).flatMap(({ at }) => at ?? [])
  const lastAt = times.length > 0 ? Math.max(...times) : undefined
  if (typeof people === 'string') {
    const all = memberCount === undefined || memberCount - 1 < (count ?? 0) ? undefined : memberCount - 1
    return { count, all, confirmed, missing: confirmed && people, lastAt }
  }
  const recipients = people.filter(({ id }) => id !== senderId)
  const confirmedIds = new Set(confirmed?.map(({ id }) => id))
  const missing = confirmed && recipients.filter(({ id }) => !confirmedIds.has(id)).sort(compare)
  const all = missing ? missing.length + confirmedIds.size : Math.max(recipients.length, count ?? 0)
  return { count, all, confirmed, missing, lastAt }
}

function getConfirmed({ option, senderId, timeZone }: ConfirmationsOptions): ConfirmedPerson[] | undefined {
  const voters = new Map((option.users_voted ?? []).map(voter => [voter.id, voter]))
  // With fewer names than votes, people who did confirm would be reminded.
  if (!option.users_voted || voters.size < (option.votes ?? 0)) return undefined
  voters.delete(senderId)
  return [...voters.values()].map(({ id, name, voted_at }) => ({
    id,
    name: sanitizeName(name),
    at: voted_at ? parseInstant(voted_at, timeZone) : undefined,
  }))
}
