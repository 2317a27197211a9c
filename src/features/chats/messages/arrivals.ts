import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Message } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { truncateText } from '../../../lib/truncateText.ts'
import { sanitizeName } from '../../../ui/sanitizeName.ts'
import { getAnswer } from '../quote.ts'
import type { MessageScroll } from './messageScroll.ts'
import { findFirstUnreadIndex, findIndexAfter } from './rows.ts'

type FirstNewOptions = {
  rows: readonly Message[]
  lastReadId: number | undefined
  /** Whether the messages were fetched since the chat was opened. */
  isFresh: boolean
  scroll: Pick<MessageScroll, 'getState' | 'hasUserScrolled'>
}

/**
 * Returns the ID of the message below the line for new messages. Once they are fresh, it changes only if all
 * were read and a message arrives out of view.
 */
export function useFirstNewId({ rows, lastReadId, isFresh, scroll }: FirstNewOptions): number | undefined {
  const [fixed, setFixed] = useState<{ id: number | undefined }>()
  const findFirstNewId = () =>
    lastReadId === undefined ? undefined : rows[findFirstUnreadIndex(rows, lastReadId)]?.id
  const found = fixed ? fixed.id : findFirstNewId()
  if (isFresh && !fixed) setFixed({ id: found })

  useNewerRows(rows, (newerRows, newestBefore) => {
    const { isAtEnd, lastSeenId } = scroll.getState()
    // The line is in view and must not move.
    const keepsLine = found !== undefined && !scroll.hasUserScrolled()
    if (lastSeenId < newestBefore || (isPageActive() && (isAtEnd || keepsLine))) return
    const arrived = newerRows.find(row => !row.is_own)
    if (fixed && arrived) setFixed({ id: arrived.id })
  })
  return found
}

/** Calls `onNewer` with messages that arrive after opening, and with the newest ID before them. */
function useNewerRows(
  rows: readonly Message[],
  onNewer: (newerRows: readonly Message[], newestBefore: number) => void,
): void {
  const lastKnownId = useRef(0)
  const handleNewest = useEffectEvent((newest: number) => {
    const before = lastKnownId.current
    lastKnownId.current = newest
    if (before > 0 && newest > before) onNewer(rows.slice(findIndexAfter(rows, before)), before)
  })
  const newest = rows.at(-1)?.id ?? 0
  useEffect(() => {
    handleNewest(newest)
  }, [newest])
}

/** Otherwise rendered messages do not count as read. */
export const isPageActive = (): boolean => document.visibilityState === 'visible' && document.hasFocus()

function subscribeToPageActive(listener: () => void): () => void {
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Marks messages in view as read. */
export function useMarkSeen(scroll: MessageScroll, markSeen: (messageId: number) => void): void {
  const report = useEffectEvent(() => {
    const { lastSeenId } = scroll.getState()
    if (lastSeenId > 0 && isPageActive()) markSeen(lastSeenId)
  })
  useEffect(() => {
    report()
    const unsubscribes = [scroll.subscribe(() => report()), subscribeToPageActive(() => report())]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [scroll])
}

/** Only while the end is in view, so that a user who reads further up is not interrupted. */
export function useArrivalAnnouncements(
  rows: readonly Message[],
  { scroll, t, announce }: { scroll: MessageScroll; t: T<'messages'>; announce: (text: string) => void },
): void {
  useNewerRows(rows, newerRows => {
    if (!scroll.getState().isAtEnd) return
    const text = formatArrival(
      newerRows.filter(row => !row.is_own),
      t,
    )
    if (text) announce(text)
  })
}

/** In characters. */
const maxAnnouncedLength = 200

/** Names the last visible message and their number. */
export function formatArrival(arrived: readonly Message[], t: T<'messages'>): string | undefined {
  const shown = arrived.filter(({ is_hidden }) => !is_hidden)
  const last = shown.at(-1)
  if (!last) return undefined
  const parameters = { name: sanitizeName(last.user.name), text: getContent(last, t) }
  return shown.length === 1
    ? t('arrived', parameters)
    : t('arrivedMany', { ...parameters, count: shown.length })
}

function getContent({ text, poll, has_poll, files, has_files }: Message, t: T<'messages'>): string {
  const shortText = truncateText(getAnswer(text), maxAnnouncedLength, '…')
  if (poll || has_poll) return t('arrivedPoll', { question: shortText })
  if (shortText.trim() !== '') return shortText
  return has_files ? t('arrivedFiles', { count: files?.length ?? 1 }) : ''
}
