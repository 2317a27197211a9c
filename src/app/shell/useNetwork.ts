import { useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useFormat } from '../../i18n/useFormat.ts'
import { useT } from '../../i18n/useT.ts'
import { useWaiting } from '../../outbox/OutboxContext.ts'
import { useNow } from '../../ui/SchoolTime.tsx'
import { useApp } from '../AppContext.tsx'

/** What the foot of the rail says of the network, and the short form above a phone's title. */
export type NetworkWords = {
  kind: 'fresh' | 'loading' | 'stale' | 'busy' | 'offline' | 'waiting' | 'notKept'
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
  const { asOf, offline, budget } = useStore(api.freshness)
  const kept = useSyncExternalStore(preferences.subscribe, preferences.kept)
  const outbox = useWaiting()
  const at = asOf === undefined ? undefined : time(asOf)
  const age = at === undefined ? t('offlineNothing') : t('offlineSince', { time: at })

  if (!online) {
    const more = outbox.waiting > 0 ? t('waitingToo', { age, count: String(outbox.waiting) }) : age
    return { kind: 'offline', tone: 'warn', title: t('offline'), more, short: t('offline') }
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
  if (!outbox.kept) {
    const title = t('draftsNotKept')
    return { kind: 'notKept', tone: 'danger', title, more: t('draftsNotKeptHint'), short: title }
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
  if (outbox.waiting > 0) {
    const title = t('waiting', { count: outbox.waiting })
    return {
      kind: 'waiting',
      tone: 'quiet',
      title,
      ...(at && { more: t('asOfLower', { time: at }) }),
      short: title,
    }
  }
  if (at === undefined || asOf === undefined) {
    return { kind: 'loading', tone: 'quiet', title: t('loadingData'), short: t('loadingData') }
  }
  const old = now - asOf > staleAfter
  const words = { title: t('asOf', { time: at }), short: t('asOfLower', { time: at }) }
  return { kind: old ? 'stale' : 'fresh', tone: 'quiet', ...words }
}
