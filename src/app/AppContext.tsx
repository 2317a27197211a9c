import { createContext, use, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import type { Api } from '../api/createApi.ts'
import { isLanguage, type Language } from '../lib/language.ts'
import type { Session, SessionState } from '../session/session.ts'
import type { OutboxPlatform } from './openOutbox.ts'
import type { Preferences, Settings } from './preferences.ts'

/** Parts of the app. Created once in main.tsx, and for each test. */
export type AppServices = {
  api: Api
  session: Session
  preferences: Preferences
  /** Unix ms. */
  clock: () => number
  outbox: OutboxPlatform
  /** The made-up school in this browser. Only in the demo. */
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

/** Returns the current language of the page. */
export function useLanguage(): Language {
  const locale = useLocale()
  return isLanguage(locale) ? locale : 'en'
}

export function useSessionState(): SessionState {
  const { session } = useApp()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The made-up school of the demo, passed in by src/demo. */
export type Demo = {
  /** Whether earlier data of this browser was kept. `new week` and `damaged`: there was some, but it was replaced. */
  openReason: 'kept' | 'new' | 'new week' | 'damaged'
  /** Restores the initial data. Signs out every tab. */
  reset: () => Promise<void>
  /** URLs of the portraits, by login name. */
  portraits: Readonly<Record<string, string>>
  /** Reads the present work of the people on the sign-in page. */
  peopleToday: () => Promise<readonly PersonToday[]>
}

/** The present work of one person, which the sign-in page of the demo shows. */
export type PersonToday = {
  login: string
  /** Names of the classes they belong to. */
  classes: readonly string[]
  /** For a teacher the submissions to mark. For a pupil the tasks due this week that they have not handed in. */
  count: number
}

/** Password of every user of the made-up school. Public on purpose (service-facts.md). */
export const seedSchoolPassword = 'staffroom-demo'
