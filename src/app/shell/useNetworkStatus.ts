import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { usePendingEntries } from '../../delivery/DeliveryContext.ts'
import { useNow } from '../../i18n/SchoolTime.tsx'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useApp } from '../AppContext.tsx'
import { subscribeToOnline } from '../openDelivery.ts'

/** Texts for the rail, and the short form above the title on phones. */
export type NetworkStatus = {
  kind: 'fresh' | 'loading' | 'stale' | 'busy' | 'offline' | 'waiting' | 'notKept'
  tone: 'quiet' | 'warn' | 'danger'
  title: string
  detail?: string
  shortTitle: string
}

/** In ms. Older data has missed at least two refetches, even without a failed request. */
const staleAfter = 15 * 60_000

export function useNetworkStatus(): NetworkStatus {
  const t = useT('shell')
  const { time } = useFormat()
  const { api, preferences } = useApp()
  const now = useNow()
  const online = useSyncExternalStore(subscribeToOnline, () => navigator.onLine)
  const { asOf, offline, busyUntil } = useStore(api.freshness)
  const isPersistent = useSyncExternalStore(preferences.subscribe, preferences.isPersistent)
  const delivery = usePendingEntries()
  const timeText = asOf === undefined ? undefined : time(asOf)
  const age = timeText === undefined ? t('offlineNothing') : t('offlineSince', { time: timeText })

  const createStatus = (
    kind: NetworkStatus['kind'],
    tone: NetworkStatus['tone'],
    title: string,
    detail?: string,
    shortTitle = title,
  ): NetworkStatus => ({ kind, tone, title, shortTitle, ...(detail !== undefined && { detail }) })
  const shortText = timeText && t('asOfLower', { time: timeText })
  // Without a network, also the short form says how many writes wait (rule 31).
  const count = String(delivery.pending)
  const addWaiting = (text: string) => (delivery.pending > 0 ? t('waitingToo', { age: text, count }) : text)
  if (!online) return createStatus('offline', 'warn', t('offline'), addWaiting(age), addWaiting(t('offline')))
  if (busyUntil !== undefined) {
    return createStatus('busy', 'warn', t('busy'), t('busyUntil', { time: time(busyUntil) }), t('busyShort'))
  }
  if (offline) {
    return createStatus(
      'stale',
      'warn',
      t('noAnswer'),
      addWaiting(age),
      addWaiting(shortText ?? t('noAnswer')),
    )
  }
  if (!delivery.isPersistent)
    return createStatus('notKept', 'danger', t('draftsNotKept'), t('draftsNotKeptHint'))
  if (!isPersistent) return createStatus('notKept', 'danger', t('storageBlocked'), t('storageBlockedHint'))
  if (delivery.pending > 0) {
    return createStatus('waiting', 'quiet', t('waiting', { count: delivery.pending }), shortText)
  }
  if (timeText === undefined || asOf === undefined) return createStatus('loading', 'quiet', t('loadingData'))
  const kind = now - asOf > staleAfter ? 'stale' : 'fresh'
  return createStatus(kind, 'quiet', t('asOf', { time: timeText }), undefined, shortText)
}
