import { createContext, use, useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'
import type { Api } from '../api/createApi.ts'
import { isLanguage, type Language } from '../i18n/language.ts'
import type { Session, SessionState } from '../session/session.ts'
import type { OutboxPlatform } from './openOutbox.ts'
import type { Preferences, Settings } from './preferences.ts'

/** What the app is made of. Made once in main.tsx, and for each test anew. */
export type AppParts = {
  api: Api
  session: Session
  preferences: Preferences
  /** Unix ms. */
  clock: () => number
  outbox: OutboxPlatform
  /** Only in the demo: the school in this browser. */
  demo?: Demo | undefined
}

const AppContext = createContext<AppParts | undefined>(undefined)
export const AppProvider = AppContext

export function useApp(): AppParts {
  const app = use(AppContext)
  if (!app) throw new Error('useApp outside an AppProvider')
  return app
}

export function useSettings(): Settings {
  const { preferences } = useApp()
  return useSyncExternalStore(preferences.subscribe, preferences.settings)
}

/** The language the page speaks at the moment. */
export function useLanguage(): Language {
  const locale = useLocale()
  return isLanguage(locale) ? locale : 'en'
}

export function useSessionState(): SessionState {
  const { session } = useApp()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The demo's school, as src/demo hands it over. */
export type Demo = {
  /** What became of the school this browser had: `new week` and `damaged` mean that it was made anew. */
  beginning: 'kept' | 'new' | 'new week' | 'damaged'
  /** Puts the school back to how it began; every tab is signed out by it. */
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

/** Password of everybody in the seed school; public by intention (service-facts.md). */
export const seedSchoolPassword = 'staffroom-demo'
