import type { Message } from '../../../contract/messages.ts'
import { parseInstant, toClockTime, toSchoolDay } from '../../../lib/schoolTime.ts'

export type RowHead = ReturnType<typeof getRowHead>

/** Between grouped messages of one user. */
const groupMinutes = 5

type RowContext = { message: Message; previous: Message | undefined; isNew: boolean; timeZone: string }

/**
 * Computed from a message and the previous one only, so that no loop over all messages is needed.
 * `newMarker.since`: when the last read message was sent.
 */
export function getRowHead({ message, previous, isNew, timeZone }: RowContext) {
  const sent = parseSentAt(message.sent_at, timeZone)
  const previousSent = previous && parseSentAt(previous.sent_at, timeZone)
  const day = sent && sent.day !== previousSent?.day ? sent.day : undefined
  const newMarker = isNew ? { since: previousSent } : undefined
  const continuesPrevious =
    previous !== undefined &&
    previous.user.id === message.user.id &&
    getRowKind(previous) === 'written' &&
    sent !== undefined &&
    previousSent !== undefined &&
    sent.minute - previousSent.minute < groupMinutes
  return {
    sent,
    day,
    newMarker,
    showsAuthor: day !== undefined || newMarker !== undefined || !continuesPrevious,
  }
}

/** `hidden`: hidden by the school. `notice`: a kind that api.md names but does not explain. */
type RowKind = 'written' | 'hidden' | 'notice'

export function getRowKind(message: Pick<Message, 'is_hidden' | 'meta_type'>): RowKind {
  if (message.is_hidden) return 'hidden'
  return message.meta_type === null ? 'written' : 'notice'
}

/** Day and clock time of the school. `minute` counts minutes from any start. */
export type SentAt = { day: string; clock: string; minute: number }

const localDateTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

/**
 * Parses `sent_at` in either format of api.md. Converting time zones is too slow for scrolling, so school
 * time is only cut.
 */
function parseSentAt(text: string, timeZone: string): SentAt | undefined {
  const [, plainDay, plainClock] = localDateTime.exec(text) ?? []
  if (plainDay && plainClock) return createSentAt(plainDay, plainClock)
  const instant = parseInstant(text, timeZone)
  return instant === undefined
    ? undefined
    : createSentAt(toSchoolDay(instant, timeZone), toClockTime(instant, timeZone))
}

function createSentAt(day: string, clock: string): SentAt | undefined {
  const start = Date.parse(`${day}T${clock}:00Z`)
  return Number.isNaN(start) ? undefined : { day, clock, minute: start / 60_000 }
}

type WithId = { readonly id: number }

/** Returns the index of the first row with a higher ID, or the length. */
export function findIndexAfter(rows: readonly WithId[], id: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((rows[middle]?.id ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns -1 if it does not exist. IDs must increase. */
export function findRowIndex(rows: readonly WithId[], id: number): number {
  const index = findIndexAfter(rows, id) - 1
  return rows[index]?.id === id ? index : -1
}

type Row = Pick<Message, 'id' | 'is_own'>

/** Returns -1 if all are read. */
export function findFirstUnreadIndex(rows: readonly Row[], lastReadId: number): number {
  for (let index = findIndexAfter(rows, lastReadId); index < rows.length; index += 1) {
    if (!rows[index]?.is_own) return index
  }
  return -1
}

export function countOthersAfter(rows: readonly Row[], id: number): number {
  let count = 0
  for (let index = findIndexAfter(rows, id); index < rows.length; index += 1) {
    if (!rows[index]?.is_own) count += 1
  }
  return count
}

export const getVisibleFiles = ({ is_hidden, files }: Message) => (is_hidden ? [] : (files ?? []))
