import type { Message } from '../../../contract/messages.ts'
import { clockOf, dayOf, instantOf } from '../../../lib/schoolTime.ts'

export type RowHead = ReturnType<typeof rowHead>

/** Messages that one user sends within this time are grouped, in minutes. */
const together = 5

type Above = { message: Message; before: Message | undefined; isNew: boolean; timeZone: string }

/**
 * Returns the lines above a message, computed from it and the one before. So a chat of 50,000 messages needs no loop.
 * `day`: set for the first message of a day. `fresh`: the line above the first unread message; `since` is when the last
 * read one was sent. `named`: false if it continues a group of the same user.
 */
export function rowHead({ message, before, isNew, timeZone }: Above) {
  const sent = sentAt(message.sent_at, timeZone)
  const last = before && sentAt(before.sent_at, timeZone)
  const day = sent && sent.day !== last?.day ? sent.day : undefined
  const fresh = isNew ? { since: last } : undefined
  const goesOn =
    before !== undefined &&
    before.user.id === message.user.id &&
    rowKind(before) === 'written' &&
    sent !== undefined &&
    last !== undefined &&
    sent.minute - last.minute < together
  return { sent, day, fresh, named: day !== undefined || fresh !== undefined || !goesOn }
}

/** `hidden`: hidden by the school. `notice`: a kind of message that api.md names but does not explain. */
export type RowKind = 'written' | 'hidden' | 'notice'

export function rowKind(message: Pick<Message, 'is_hidden' | 'meta_type'>): RowKind {
  if (message.is_hidden) return 'hidden'
  return message.meta_type === null ? 'written' : 'notice'
}

/**
 * Time when a message was sent, as day and clock time of the school. `minute` counts minutes of that clock, from any
 * start.
 */
export type SentAt = { day: string; clock: string; minute: number }

const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

/**
 * Reads `sent_at` in either format of api.md. Lists contain school time, which only needs to be cut: converting time
 * zones would be too slow for scrolling. Returns undefined if it is not a valid date.
 */
export function sentAt(text: string, timeZone: string): SentAt | undefined {
  const [, plainDay, plainClock] = plain.exec(text) ?? []
  if (plainDay && plainClock) return onClocks(plainDay, plainClock)
  const instant = instantOf(text, timeZone)
  return instant === undefined ? undefined : onClocks(dayOf(instant, timeZone), clockOf(instant, timeZone))
}

function onClocks(day: string, clock: string): SentAt | undefined {
  const start = Date.parse(`${day}T${clock}:00Z`)
  return Number.isNaN(start) ? undefined : { day, clock, minute: start / 60_000 }
}

type Numbered = { readonly id: number }

/** Returns the index of the first row with an ID above `id`, or the length if there is none. IDs must increase. */
export function firstAfter(rows: readonly Numbered[], id: number): number {
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
export function indexOfRow(rows: readonly Numbered[], id: number): number {
  const index = firstAfter(rows, id) - 1
  return rows[index]?.id === id ? index : -1
}

type Row = Pick<Message, 'id' | 'is_own'>

/**
 * Returns the index of the first unread message, or -1. Own messages count as read. If `lastReadId` is undefined, the
 * last `unread` messages of others count as unread.
 */
export function firstUnread(rows: readonly Row[], lastReadId: number | undefined, unread: number): number {
  if (lastReadId !== undefined) {
    for (let index = firstAfter(rows, lastReadId); index < rows.length; index += 1) {
      if (!rows[index]?.is_own) return index
    }
    return -1
  }
  let left = unread
  let found = -1
  for (let index = rows.length - 1; index >= 0 && left > 0; index -= 1) {
    if (rows[index]?.is_own) continue
    found = index
    left -= 1
  }
  return found
}

export function othersAfter(rows: readonly Row[], id: number): number {
  let count = 0
  for (let index = firstAfter(rows, id); index < rows.length; index += 1) {
    if (!rows[index]?.is_own) count += 1
  }
  return count
}

/** Returns the files that users may see. A hidden message shows none. */
export const filesShown = ({ is_hidden, files }: Message) => (is_hidden ? [] : (files ?? []))
