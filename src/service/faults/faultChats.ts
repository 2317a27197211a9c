import type { ways } from './faultAnswers.ts'

/**
 * Ways a write about a chat's messages can go wrong; "first" is the first time somebody sends just this: the same text,
 * the same vote, the same reaction to the same message, since the service started. `value` is a status, or for
 * `busyFirst` seconds and for `late` milliseconds (null: never answers).
 */
export type ChatFaultKind = keyof typeof ways

type FaultChat = {
  id: number
  name: string
  kind: ChatFaultKind
  value: string | null
  /** What happens to what is sent, deleted, voted or reacted. Reading is as ever. */
  says: string
}

/** The numbers such chats have, so that no other is looked up. */
export const faultChatIds = { first: 9201, last: 9219 } as const

const fault = (
  id: number,
  name: string,
  kind: ChatFaultKind,
  value: number | null,
  says: string,
): FaultChat => ({ id, name, kind, value: value === null ? null : String(value), says })

/**
 * Chats of the seed school in which writes go wrong. In none of the lists of the people that look at the demo: their
 * members are `faultChatMembers`. What was really sent stands in the store, a row a message, and every change once in the
 * `version` of its chat, so that a test can count.
 */
export const faultChats: readonly FaultChat[] = [
  fault(9201, 'Answer lost', 'lostFirst', 502, 'the first is done, then answered with status 502'),
  fault(9202, 'Connection lost', 'brokenFirst', null, 'the first is done, then the answer breaks off'),
  fault(9203, 'Error once', 'failsFirst', 500, 'the first is not done: status 500'),
  fault(9204, 'Busy once', 'busyFirst', 2, 'the first is not done: status 429 with Retry-After 2'),
  fault(
    9205,
    'Busy once without a word',
    'busyBareFirst',
    null,
    'the first is not done: status 429 without any header or body that says when',
  ),
  fault(9206, 'Slow', 'late', 4000, 'each is done at once and answered 4 seconds later'),
  fault(9207, 'Refused token once', 'failsFirst', 401, 'the first is not done: status 401'),
  fault(9208, 'Refused', 'fails', 422, 'none is ever done: status 422'),
  fault(9209, 'Never answered', 'late', null, 'each is done at once and never answered'),
  fault(9210, 'Error', 'fails', 500, 'none is ever done: status 500'),
]

/** Login names: a teacher who administers them all and a pupil who writes in them. */
export const faultChatMembers = { admin: 'kern', writer: 'weber' } as const

/** A chat of the same people in which all that is said is a trick (school/faults/hostileTalk.ts). */
export const hostileChat = 9211
