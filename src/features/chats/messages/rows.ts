import type { Message } from '../../../contract/messages.ts'
import { parseInstant, toClockTime, toSchoolDay } from '../../../lib/schoolTime.ts'

export type RowHead = ReturnType<typeof getRowHead>

/** Messages that one user sends within this time are grouped, in minutes. */
const groupMinutes = 5

type RowContext = { message: Message; previous: Message | undefined; isNew: boolean; timeZone: string }

/**
 * Returns the lines above a message, computed from it and the one before. So a chat of 50,000 messages needs no loop.
 * `day`: set for the first message of a day. `newMarker`: the line above the first unread message; `since` is when the
 * last read one was sent. `showsAuthor`: false if it continues a group of the same user.
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

/** `hidden`: hidden by the school. `notice`: a kind of message that api.md names but does not explain. */
export type RowKind = 'written' | 'hidden' | 'notice'

export function getRowKind(message: Pick<Message, 'is_hidden' | 'meta_type'>): RowKind {
  if (message.is_hidden) return 'hidden'
  return message.meta_type === null ? 'written' : 'notice'
}

/**
 * Time when a message was sent, as day and clock time of the school. `minute` counts minutes of that clock, from any
 * start.
 */
export type SentAt = { day: string; clock: string; minute: number }

const localDateTime = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

/**
 * Reads `sent_at` in either format of api.md. Lists contain school time, which only needs to be cut: converting time
 * zones would be too slow for scrolling. Returns undefined if it is not a valid date.
 */
export function parseSentAt(text: string, timeZone: string): SentAt | undefined {
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

/** Returns the index of the first row with an ID above `id`, or the length if there is none. IDs must increase. */
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

/** Returns the index of the row, or -1. IDs must increase. */
export function findRowIndex(rows: readonly WithId[], id: number): number {
  const index = findIndexAfter(rows, id) - 1
  return rows[index]?.id === id ? index : -1
}

type Row = Pick<Message, 'id' | 'is_own'>

/**
 * Returns the index of the first unread message, or -1. Own messages count as read. If `lastReadId` is undefined, the
 * last `unread` messages of others count as unread.
 */
export function findFirstUnreadIndex(
  rows: readonly Row[],
  lastReadId: number | undefined,
  unread: number,
): number {
  if (lastReadId !== undefined) {
    for (let index = findIndexAfter(rows, lastReadId); index < rows.length; index += 1) {
      if (!rows[index]?.is_own) return index
    }
    return -1
  }
  let remaining = unread
  let found = -1
  for (let index = rows.length - 1; index >= 0 && remaining > 0; index -= 1) {
    if (rows[index]?.is_own) continue
    found = index
    remaining -= 1
  }
  return found
}

export function countOthersAfter(rows: readonly Row[], id: number): number {
  let count = 0
  for (let index = findIndexAfter(rows, id); index < rows.length; index += 1) {
    if (!rows[index]?.is_own) count += 1
  }
  return count
}

/** Returns the files that users may see. A hidden message shows none. */
export const getVisibleFiles = ({ is_hidden, files }: Message) => (is_hidden ? [] : (files ?? []))
