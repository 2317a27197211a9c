import { createStore } from 'zustand/vanilla'
import { isLanguage, type Language } from '../i18n/language.ts'
import type { GuardedStorage } from './guardedStorage.ts'

const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const isTheme = (text: unknown): text is Theme => themes.some(theme => theme === text)

/** Settings of this device, the same for all users. `language` is missing until a user chooses one. */
export type Settings = {
  language?: Language | undefined
  theme: Theme
  /** Single-key shortcuts. They can be switched off because speech input may trigger them by accident (WCAG 2.1.4). */
  shortcuts: boolean
  /** Whether a user's data is deleted on sign-out and when the browser closes. */
  sharedComputer: boolean
}

/** Data remembered per user: the last class shown, and the classes added by number. */
export type PersonMemory = { lastClass?: number | undefined; addedClasses: readonly number[] }

export type Preferences = {
  settings: () => Settings
  change: (change: Partial<Settings>) => void
  person: (userId: number) => PersonMemory
  remember: (userId: number, change: Partial<PersonMemory>) => void
  /**
   * Call on sign-out. Deletes the stored data of the screens for this user, on a shared computer also `PersonMemory`.
   */
  forget: (userId: number) => void
  subscribe: (listener: () => void) => () => void
  /** False if the browser stores nothing. */
  kept: () => boolean
}

export const settingsKey = 'staffroom.settings'
/** Mantine's own key. public/start.js reads it before the first paint. */
export const themeKey = 'mantine-color-scheme-value'
const personKey = (userId: number) => `staffroom.person.${userId}`
/** Prefix of the keys under which screens store data of a user. */
const dataPrefix = (userId: number) => `staffroom:${userId}:`
const anyDataKey = /^staffroom:\d+:/

const isClassId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/**
 * `lasting` outlives the browser, `passing` ends with the tab. On a shared computer, user data is stored in `passing`.
 */
export function createPreferences(lasting: GuardedStorage, passing: GuardedStorage): Preferences {
  const store = createStore(() => ({
    settings: readSettings(lasting),
    people: new Map<number, PersonMemory>(),
  }))
  const settings = () => store.getState().settings
  const readPerson = (userId: number): PersonMemory => {
    const { lastClass, addedClasses } = readObject(
      passing.get(personKey(userId)) ?? lasting.get(personKey(userId)),
    )
    return {
      ...(isClassId(lastClass) && { lastClass }),
      addedClasses: Array.isArray(addedClasses) ? addedClasses.filter(isClassId) : [],
    }
  }
  const writePerson = (userId: number, memory: PersonMemory, { sharedComputer } = settings()) => {
    const [right, wrong] = sharedComputer ? [passing, lasting] : [lasting, passing]
    right.set(personKey(userId), JSON.stringify(memory))
    wrong.remove(personKey(userId))
  }
  const preferences: Preferences = {
    settings,
    change: change => {
      const changed = { ...settings(), ...change }
      const { theme, ...rest } = changed
      lasting.set(themeKey, theme)
      lasting.set(settingsKey, JSON.stringify(rest))
      if (change.sharedComputer !== undefined) {
        for (const [userId, memory] of store.getState().people) writePerson(userId, memory, changed)
        const move = () => moveData(change.sharedComputer ? [lasting, passing] : [passing, lasting])
        move()
        // Move again, because an open timetable still writes to the old storage when it switches.
        setTimeout(move)
      }
      store.setState({ settings: changed })
    },
    person: userId => {
      const { people } = store.getState()
      const memory = people.get(userId) ?? readPerson(userId)
      // Sets the map directly, because a first read must not notify subscribers.
      people.set(userId, memory)
      return memory
    },
    remember: (userId, change) => {
      const memory = { ...preferences.person(userId), ...change }
      writePerson(userId, memory)
      store.setState({ people: new Map(store.getState().people).set(userId, memory) })
    },
    forget: userId => {
      for (const key of lasting.keys()) if (key.startsWith(dataPrefix(userId))) lasting.remove(key)
      for (const key of passing.keys()) if (key.startsWith(dataPrefix(userId))) passing.remove(key)
      const people = new Map(store.getState().people)
      if (settings().sharedComputer) {
        people.delete(userId)
        lasting.remove(personKey(userId))
        passing.remove(personKey(userId))
      }
      store.setState({ people })
    },
    subscribe: store.subscribe,
    kept: lasting.kept,
  }
  return preferences
}

/** Moves the data of the screens when the device becomes a shared computer or stops being one. */
function moveData([from, to]: [GuardedStorage, GuardedStorage]): void {
  for (const key of from.keys().filter(key => anyDataKey.test(key))) {
    const text = from.get(key)
    from.remove(key)
    if (text !== undefined) to.set(key, text)
  }
}

function readSettings(storage: GuardedStorage): Settings {
  const { language, shortcuts, sharedComputer } = readObject(storage.get(settingsKey))
  const theme = storage.get(themeKey)
  return {
    ...(isLanguage(language) && { language }),
    theme: isTheme(theme) ? theme : 'auto',
    shortcuts: shortcuts !== false,
    sharedComputer: sharedComputer === true,
  }
}

function readObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
