import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { cutText } from '../../../lib/cutText.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'
import type { MessageScroll } from './messageScroll.ts'
import { firstAfter, firstUnread } from './rows.ts'

type NewFrom = {
  rows: readonly Message[]
  lastReadId: number | undefined
  unread: number
  /** The rows are as the service has them, and not what was kept from last time. */
  isFresh: boolean
  scroll: Pick<MessageScroll, 'view' | 'touched'>
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

/** Tells the messages that came after the newest one known so far, and its id: not those the chat opened with. */
export function useLater(
  rows: readonly Message[],
  tell: (later: readonly Message[], newestBefore: number) => void,
): void {
  const known = useRef(0)
  const arrive = useEffectEvent((newest: number) => {
    const before = known.current
    known.current = newest
    if (before > 0 && newest > before) tell(rows.slice(firstAfter(rows, before)), before)
  })
  const newest = rows.at(-1)?.id ?? 0
  useEffect(() => {
    arrive(newest)
  }, [newest])
}

/** Whether somebody is in front of the page: what is drawn in a tab behind others, or beside the work, was not read. */
export const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

export function onWatched(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Tells up to where the reader has seen the chat, in a page somebody looks at. */
export function useSeen(scroll: MessageScroll, markSeen: (messageId: number) => void): void {
  const tell = useEffectEvent(() => {
    const { seen } = scroll.view()
    if (seen > 0 && isWatched()) markSeen(seen)
  })
  useEffect(() => {
    tell()
    const stops = [scroll.subscribe(() => tell()), onWatched(() => tell())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [scroll])
}

/** Reads out what others write while one is at the end of the chat. Whoever reads further up is not talked into it. */
export function useArrivals(
  rows: readonly Message[],
  { scroll, t, say }: { scroll: MessageScroll; t: T<'messages'>; say: (text: string) => void },
): void {
  useLater(rows, later => {
    if (!scroll.view().atEnd) return
    const words = arrivalWords(
      later.filter(row => !row.is_own),
      t,
    )
    if (words) say(words)
  })
}

/** Longer is not listened to. */
const longest = 200

/**
 * What is read out when these messages of others arrive: the last of them, and how many there are. Of what the school
 * has hidden nothing is said.
 */
export function arrivalWords(arrived: readonly Message[], t: T<'messages'>): string | undefined {
  const shown = arrived.filter(({ is_hidden }) => !is_hidden)
  const last = shown.at(-1)
  if (!last) return undefined
  const said = { name: harmlessName(last.user.name), text: contentOf(last, t) }
  return shown.length === 1 ? t('arrived', said) : t('arrivedMany', { ...said, count: shown.length })
}

function contentOf({ text, poll, has_poll, files, has_files }: Message, t: T<'messages'>): string {
  const words = cutText(text, longest, '…')
  if (poll || has_poll) return t('arrivedPoll', { question: words })
  if (words.trim() !== '') return words
  return has_files ? t('arrivedFiles', { count: files?.length ?? 1 }) : ''
}
