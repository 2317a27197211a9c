import { createContext, use, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import type { Api } from '../api/createApi.ts'
import { isLanguage, type Language } from '../lib/language.ts'
import type { Session, SessionState } from '../session/session.ts'
import type { DeliveryPlatform } from './openDelivery.ts'
import type { Preferences, Settings } from './preferences.ts'

/** Created once in main.tsx, and for each test. */
export type AppServices = {
  api: Api
  session: Session
  preferences: Preferences
  /** Unix ms. */
  clock: () => number
  delivery: DeliveryPlatform
  /** Only in the demo. */
  demo?: Demo | undefined
}

const AppContext = createContext<AppServices | undefined>(undefined)
export const AppProvider = AppContext

export function useApp(): AppServices {
  const app = use(AppContext)
  if (!app) throw new Error('useApp outside an AppProvider')
  return app
}

export function useSettings(): Settings {
  const { preferences } = useApp()
  return useSyncExternalStore(preferences.subscribe, preferences.settings)
}

export function useLanguage(): Language {
  const locale = useLocale()
  return isLanguage(locale) ? locale : 'en'
}

export function useSessionState(): SessionState {
  const { session } = useApp()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The made-up school, passed in by src/demo. */
export type Demo = {
  /** `new week` and `damaged`: earlier data of this browser was replaced. */
  openReason: 'kept' | 'new' | 'new week' | 'damaged'
  /** Restores the initial data, and signs out every tab. */
  reset: () => Promise<void>
  /** URLs of the portraits, by login name. */
  portraits: Readonly<Record<string, string>>
  peopleToday: () => Promise<readonly PersonToday[]>
}

/** Shown on the sign-in page of the demo. */
export type PersonToday = {
  login: string
  classes: readonly string[]
  /** Submissions to mark, or for a pupil the tasks due this week that were not handed in. */
  count: number
}

/** For every user of the made-up school. Public on purpose (service-facts.md). */
export const seedSchoolPassword = 'staffroom-demo'
