import { useSyncExternalStore } from 'react'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useNow } from '../../ui/SchoolTime.tsx'
import { useApp } from '../AppContext.tsx'

/** What the foot of the rail says of the network, and the short form above a phone's title. */
export type NetworkWords = {
  kind: 'fresh' | 'loading' | 'stale' | 'busy' | 'offline' | 'notKept'
  tone: 'quiet' | 'warn' | 'danger'
  title: string
  more?: string
  short: string
}

/** Data older than this is said to be old even while nothing has failed: two refetches were missed. */
const staleAfter = 15 * 60_000

const watchOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function useNetwork(): NetworkWords {
  const t = useT('shell')
  const { time } = useFormat()
  const { api, preferences } = useApp()
  const now = useNow()
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  const { asOf, offline, budget } = useSyncExternalStore(api.freshness.subscribe, api.freshness.state)
  const kept = useSyncExternalStore(preferences.subscribe, preferences.kept)
  const at = asOf === undefined ? undefined : time(asOf)
  const age = at === undefined ? t('offlineNothing') : t('offlineSince', { time: at })

  if (!online) {
    return { kind: 'offline', tone: 'warn', title: t('offline'), more: age, short: t('offline') }
  }
  if (budget.level === 'busy') {
    const more = budget.busyUntil ? t('busyUntil', { time: time(budget.busyUntil) }) : t('busySaving')
    return { kind: 'busy', tone: 'warn', title: t('busy'), more, short: t('busyShort') }
  }
  if (offline) {
    return {
      kind: 'stale',
      tone: 'warn',
      title: t('noAnswer'),
      more: age,
      short: at ? t('asOfLower', { time: at }) : t('noAnswer'),
    }
  }
  if (!kept) {
    return {
      kind: 'notKept',
      tone: 'danger',
      title: t('storageBlocked'),
      more: t('storageBlockedHint'),
      short: t('storageBlocked'),
    }
  }
  if (at === undefined || asOf === undefined) {
    return { kind: 'loading', tone: 'quiet', title: t('loadingData'), short: t('loadingData') }
  }
  const old = now - asOf > staleAfter
  const words = { title: t('asOf', { time: at }), short: t('asOfLower', { time: at }) }
  return { kind: old ? 'stale' : 'fresh', tone: 'quiet', ...words }
}
