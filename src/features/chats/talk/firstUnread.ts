import type { Message } from '../../../contract/messages.ts'
import { firstAfter } from './findRow.ts'

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

/** How many messages of others come after the one with this id. */
export function othersAfter(rows: readonly Row[], id: number): number {
  let count = 0
  for (let index = firstAfter(rows, id); index < rows.length; index += 1) {
    if (!rows[index]?.is_own) count += 1
  }
  return count
}
