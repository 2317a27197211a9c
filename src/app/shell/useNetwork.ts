import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useWaiting } from '../../outbox/OutboxContext.ts'
import { useApp } from '../AppContext.tsx'
import { watchOnline } from '../openOutbox.ts'

/** Texts about the network for the bottom of the rail, and the short form above the title on phones. */
export type NetworkWords = {
  kind: 'fresh' | 'loading' | 'stale' | 'busy' | 'offline' | 'waiting' | 'notKept'
  tone: 'quiet' | 'warn' | 'danger'
  title: string
  more?: string
  short: string
}

/** Maximum age of fresh data in ms. Older data has missed at least two refetches, even if none has failed. */
const staleAfter = 15 * 60_000

export function useNetwork(): NetworkWords {
  const t = useT('shell')
  const { time } = useFormat()
  const { api, preferences } = useApp()
  const now = useNow()
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const { asOf, offline, busyUntil } = useStore(api.freshness)
  const kept = useSyncExternalStore(preferences.subscribe, preferences.kept)
  const outbox = useWaiting()
  const at = asOf === undefined ? undefined : time(asOf)
  const age = at === undefined ? t('offlineNothing') : t('offlineSince', { time: at })

  const words = (
    kind: NetworkWords['kind'],
    tone: NetworkWords['tone'],
    title: string,
    more?: string,
    short = title,
  ): NetworkWords => ({ kind, tone, title, short, ...(more !== undefined && { more }) })
  const agedShort = at && t('asOfLower', { time: at })
  if (!online) {
    const more = outbox.waiting > 0 ? t('waitingToo', { age, count: String(outbox.waiting) }) : age
    return words('offline', 'warn', t('offline'), more)
  }
  if (busyUntil !== undefined) {
    return words('busy', 'warn', t('busy'), t('busyUntil', { time: time(busyUntil) }), t('busyShort'))
  }
  if (offline) return words('stale', 'warn', t('noAnswer'), age, agedShort)
  if (!outbox.kept) return words('notKept', 'danger', t('draftsNotKept'), t('draftsNotKeptHint'))
  if (!kept) return words('notKept', 'danger', t('storageBlocked'), t('storageBlockedHint'))
  if (outbox.waiting > 0) {
    return words('waiting', 'quiet', t('waiting', { count: outbox.waiting }), agedShort)
  }
  if (at === undefined || asOf === undefined) return words('loading', 'quiet', t('loadingData'))
  const kind = now - asOf > staleAfter ? 'stale' : 'fresh'
  return words(kind, 'quiet', t('asOf', { time: at }), undefined, agedShort)
}
