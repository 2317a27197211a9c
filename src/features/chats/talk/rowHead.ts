import type { Message } from '../../../contract/messages.ts'
import { type SentAt, sentAt } from './sentAt.ts'

/** What stands above a message, told by it and the one before: nobody has to walk through a chat of 50,000 for it. */
export type RowHead = {
  sent: SentAt | undefined
  /** Set where it is the first of its day. */
  day: string | undefined
  /** The line above the first unread; `since` is when the last one that was read was sent. */
  fresh: { since: SentAt | undefined } | undefined
  /** Without it, it goes on with what the same person wrote just before. */
  named: boolean
}

/** Minutes within which what one person writes stands together. */
const together = 5

type Above = { message: Message; before: Message | undefined; isNew: boolean; timeZone: string }

/** `isNew`: it is the first unread. */
export function rowHead({ message, before, isNew, timeZone }: Above): RowHead {
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
