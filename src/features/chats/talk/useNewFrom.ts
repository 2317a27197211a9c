import { useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { firstUnread } from './firstUnread.ts'
import { isWatched } from './isWatched.ts'
import type { TalkScroll } from './talkScroll.ts'
import { useLater } from './useLater.ts'

type NewFrom = {
  rows: readonly Message[]
  lastReadId: number | undefined
  unread: number
  /** The rows are as the service has them, and not what was kept from last time. */
  isFresh: boolean
  scroll: Pick<TalkScroll, 'view' | 'touched'>
}

/**
 * Id of the message the new line stands above. It is settled once the chat is open and fresh, and stays: a line that
 * wanders off marks nothing. All read, and then something arrives out of sight: the line stands above that.
 */
export function useNewFrom({ rows, lastReadId, unread, isFresh, scroll }: NewFrom): number | undefined {
  const [unreadAtOpening] = useState(unread)
  const [settled, setSettled] = useState<{ id: number | undefined }>()
  const found = settled ? settled.id : rows[firstUnread(rows, lastReadId, unreadAtOpening)]?.id
  if (isFresh && !settled) setSettled({ id: found })

  useLater(rows, (later, newestBefore) => {
    const { atEnd, seen } = scroll.view()
    // Who has not moved since opening has the line in view, and there it stays.
    const keepsLine = found !== undefined && !scroll.touched()
    if (seen < newestBefore || (isWatched() && (atEnd || keepsLine))) return
    const arrived = later.find(row => !row.is_own)
    if (settled && arrived) setSettled({ id: arrived.id })
  })
  return found
}
