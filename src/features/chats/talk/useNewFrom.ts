import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import { firstAfter } from './findRow.ts'
import { firstUnread } from './firstUnread.ts'
import { isWatched } from './isWatched.ts'
import type { TalkScroll } from './talkScroll.ts'

type NewFrom = {
  rows: readonly Message[]
  lastReadId: number | undefined
  unread: number
  /** The rows are as the service has them, and not what was kept from last time. */
  isFresh: boolean
  scroll: TalkScroll
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

  const last = useRef(0)
  const arrive = useEffectEvent((now: number) => {
    const before = last.current
    last.current = now
    const { atEnd, seen } = scroll.view()
    if (before === 0 || now <= before || seen < before || (atEnd && isWatched())) return
    const arrived = rows.slice(firstAfter(rows, before)).find(row => !row.is_own)
    if (settled && arrived) setSettled({ id: arrived.id })
  })
  const newest = rows.at(-1)?.id ?? 0
  useEffect(() => arrive(newest), [newest])
  return found
}
