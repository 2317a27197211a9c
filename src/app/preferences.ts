import { createStore } from 'zustand/vanilla'
import { isLanguage, type Language } from '../lib/language.ts'
import type { GuardedStorage } from '../session/guardedStorage.ts'

const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const isTheme = (text: unknown): text is Theme => themes.some(theme => theme === text)

/** Settings of this device, for all users. `language` is missing until a user chooses one. */
export type Settings = {
  language?: Language | undefined
  theme: Theme
  /** Single-key shortcuts. Speech input may trigger them by accident (WCAG 2.1.4). */
  shortcuts: boolean
  /** Whether a user's data is deleted on sign-out and when the browser closes. */
  sharedComputer: boolean
}

export type UserMemory = { lastClass?: number | undefined; addedClasses: readonly number[] }

export type Preferences = {
  settings: () => Settings
  update: (change: Partial<Settings>) => void
  getUserMemory: (userId: number) => UserMemory
  updateUserMemory: (userId: number, change: Partial<UserMemory>) => void
  /** Call on sign-out. Deletes the stored data of the screens, on a shared computer also `UserMemory`. */
  forget: (userId: number) => void
  subscribe: (listener: () => void) => () => void
  /** False if the browser blocks storage. */
  isPersistent: () => boolean
}

export const settingsKey = 'staffroom.settings'
/** Mantine's own key. public/start.js reads it before the first paint. */
export const themeKey = 'mantine-color-scheme-value'
const getUserKey = (userId: number) => `staffroom.person.${userId}`
/** Prefix of the keys under which screens store data of a user. */
const dataPrefix = (userId: number) => `staffroom:${userId}:`
const anyDataKey = /^staffroom:\d+:/

const isClassId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** `temporary` ends with the tab. It stores user data on a shared computer. */
export function createPreferences(persistent: GuardedStorage, temporary: GuardedStorage): Preferences {
  const store = createStore(() => ({
    settings: readSettings(persistent),
    people: new Map<number, UserMemory>(),
  }))
  const settings = () => store.getState().settings
  const readUserMemory = (userId: number): UserMemory => {
    const { lastClass, addedClasses } = readObject(
      temporary.get(getUserKey(userId)) ?? persistent.get(getUserKey(userId)),
    )
    return {
      ...(isClassId(lastClass) && { lastClass }),
      addedClasses: Array.isArray(addedClasses) ? addedClasses.filter(isClassId) : [],
    }
  }
  const writeUserMemory = (userId: number, memory: UserMemory, { sharedComputer } = settings()) => {
    const [target, other] = sharedComputer ? [temporary, persistent] : [persistent, temporary]
    target.set(getUserKey(userId), JSON.stringify(memory))
    other.remove(getUserKey(userId))
  }
  const preferences: Preferences = {
    settings,
    update: change => {
      const changed = { ...settings(), ...change }
      const { theme, ...rest } = changed
      persistent.set(themeKey, theme)
      persistent.set(settingsKey, JSON.stringify(rest))
      if (change.sharedComputer !== undefined) {
        for (const [userId, memory] of store.getState().people) writeUserMemory(userId, memory, changed)
        const other = change.sharedComputer ? persistent : temporary
        const clear = () => removeKeys(other, key => anyDataKey.test(key))
        clear()
        // Again, because an open timetable still writes to the old storage when it switches.
        setTimeout(clear)
      }
      store.setState({ settings: changed })
    },
    getUserMemory: userId => {
      const { people } = store.getState()
      const memory = people.get(userId) ?? readUserMemory(userId)
      // A first read must not notify subscribers.
      people.set(userId, memory)
      return memory
    },
    updateUserMemory: (userId, change) => {
      const memory = { ...preferences.getUserMemory(userId), ...change }
      writeUserMemory(userId, memory)
      store.setState({ people: new Map(store.getState().people).set(userId, memory) })
    },
    forget: userId => {
      for (const storage of [persistent, temporary])
        removeKeys(storage, key => key.startsWith(dataPrefix(userId)))
      const people = new Map(store.getState().people)
      if (settings().sharedComputer) {
        people.delete(userId)
        persistent.remove(getUserKey(userId))
        temporary.remove(getUserKey(userId))
      }
      store.setState({ people })
    },
    subscribe: store.subscribe,
    isPersistent: persistent.isPersistent,
  }
  return preferences
}

function removeKeys(storage: GuardedStorage, isRemoved: (key: string) => boolean): void {
  for (const key of storage.keys().filter(isRemoved)) storage.remove(key)
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
