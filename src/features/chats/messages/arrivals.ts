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
  /** Whether the messages were fetched, instead of cached earlier. */
  isFresh: boolean
  scroll: Pick<MessageScroll, 'view' | 'touched'>
}

/**
 * Returns the ID of the message below the line for new messages. It is fixed once the chat is open and fresh, so that
 * the line does not move. Later it changes only if all was read and a message arrives out of view.
 */
export function useNewFrom({ rows, lastReadId, unread, isFresh, scroll }: NewFrom): number | undefined {
  const [unreadAtOpening] = useState(unread)
  const [settled, setSettled] = useState<{ id: number | undefined }>()
  const found = settled ? settled.id : rows[firstUnread(rows, lastReadId, unreadAtOpening)]?.id
  if (isFresh && !settled) setSettled({ id: found })

  useLater(rows, (later, newestBefore) => {
    const { atEnd, seen } = scroll.view()
    // If the user has not scrolled since opening, the line is in view and must not move.
    const keepsLine = found !== undefined && !scroll.touched()
    if (seen < newestBefore || (isWatched() && (atEnd || keepsLine))) return
    const arrived = later.find(row => !row.is_own)
    if (settled && arrived) setSettled({ id: arrived.id })
  })
  return found
}

/**
 * Calls `tell` with the messages that arrived, and with the newest ID before them. Messages with which the chat opened
 * do not count.
 */
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

/** Whether the page is visible and has the focus. Otherwise the user may not have read the rendered messages. */
export const isWatched = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

export function onWatched(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Reports how far the user has seen the chat, while the page is visible and has the focus. */
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

/**
 * Announces messages of others while the end of the chat is in view. A user who reads further up is not interrupted.
 */
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

/** Maximum length of an announced text, in characters. */
const longest = 200

/** Returns the announcement of new messages of others: the last one and their number. Hidden messages are left out. */
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
