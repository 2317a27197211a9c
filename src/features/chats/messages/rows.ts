import type { Message } from '../../../contract/messages.ts'
import { clockOf, dayOf, instantOf } from '../../../lib/schoolTime.ts'

export type RowHead = ReturnType<typeof rowHead>

/** Minutes within which what one person writes stands together. */
const together = 5

type Above = { message: Message; before: Message | undefined; isNew: boolean; timeZone: string }

/**
 * What stands above a message, told by it and the one before: nobody has to walk through a chat of 50,000 for it. `day`:
 * set where it is the first of its day. `fresh`: the line above the first unread, `since` the last one that was read was
 * sent. Without `named` it goes on with what the same person wrote just before.
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

/** `hidden`: taken from sight by the school. `notice`: a kind of message api.md names and does not explain. */
export type RowKind = 'written' | 'hidden' | 'notice'

export function rowKind(message: Pick<Message, 'is_hidden' | 'meta_type'>): RowKind {
  if (message.is_hidden) return 'hidden'
  return message.meta_type === null ? 'written' : 'notice'
}

/** When a message was sent, as the school's calendar and clocks say it. `minute` counts on those clocks, from any start. */
export type SentAt = { day: string; clock: string; minute: number }

const plain = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?$/

/**
 * Reads `sent_at` in either format of api.md. Lists send school time as it is: cutting it is all there is to do, for a
 * row that scrolls by has no time for time zones. `undefined` where it is no real date.
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

/** Index of the first row with an id above `id`, the length where there is none. Ids grow. */
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

/** Index of the row, -1 where there is none. Ids grow. */
export function indexOfRow(rows: readonly Numbered[], id: number): number {
  const index = firstAfter(rows, id) - 1
  return rows[index]?.id === id ? index : -1
}

type Row = Pick<Message, 'id' | 'is_own'>

/**
 * Index of the first unread message, -1 where all was read. What one wrote oneself is read. Where nobody knows up to
 * where (`lastReadId` undefined), the `unread` last of the others count.
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

/** The files people may see: of a message the school has hidden only that it was there is shown. */
export const filesShown = ({ is_hidden, files }: Message) => (is_hidden ? [] : (files ?? []))
