import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { changeSetting, parseSetting, type SettingKind, settingQuery } from '../api/settings/setting.ts'
import { isLanguage } from '../lib/language.ts'
import { isTheme, type Preferences, type Settings } from './preferences.ts'

/** Preferences of the user on all devices. Their values are checked when they are applied. */
type Parts = Record<string, string | boolean>
const preferenceSetting: SettingKind<Parts> = {
  name: 'staffroom.preferences',
  value: z.record(z.string(), z.union([z.string(), z.boolean()])),
  initial: {},
}

const classPrefix = 'class.'

/**
 * Applies the preferences of the user's other devices to this one, and stores the changes of this one. A change that
 * can't be stored stays on this device. Returns a function that stops this.
 */
export function startPreferenceSync(
  client: QueryClient,
  preferences: Preferences,
  userId: number,
): () => void {
  const readParts = () => toParts(preferences, userId)
  let known = readParts()
  const stopStoring = preferences.subscribe(() => {
    const current = readParts()
    const changed = Object.entries(current).filter(([id, value]) => known[id] !== value)
    known = current
    if (changed.length === 0) return
    changeSetting(client, preferenceSetting, parts => ({ ...parts, ...Object.fromEntries(changed) })).catch(
      () => undefined,
    )
  })
  const observer = new QueryObserver(client, settingQuery(preferenceSetting))
  const stopReceiving = observer.subscribe(({ data }) => {
    if (!data) return
    const stored = parseSetting(preferenceSetting, data)
    // Known first, so that applying them does not store them again.
    known = { ...known, ...stored }
    applyParts(stored, preferences, userId)
  })
  return () => {
    stopReceiving()
    stopStoring()
  }
}

/** Returns the preferences that follow the user. The last class and the shared computer belong to the device. */
function toParts(preferences: Preferences, userId: number): Parts {
  const { language, theme, shortcuts } = preferences.settings()
  const { addedClasses } = preferences.getUserMemory(userId)
  return {
    ...(language !== undefined && { language }),
    theme,
    shortcuts,
    ...Object.fromEntries(addedClasses.map(id => [`${classPrefix}${id}`, true])),
  }
}

function applyParts(stored: Parts, preferences: Preferences, userId: number): void {
  const { language, theme, shortcuts } = stored
  const current = preferences.settings()
  const change: Partial<Settings> = {
    ...(isLanguage(language) && language !== current.language && { language }),
    ...(isTheme(theme) && theme !== current.theme && { theme }),
    ...(typeof shortcuts === 'boolean' && shortcuts !== current.shortcuts && { shortcuts }),
  }
  if (Object.keys(change).length > 0) preferences.update(change)
  const { addedClasses } = preferences.getUserMemory(userId)
  const missing = Object.keys(stored)
    .filter(id => id.startsWith(classPrefix))
    .map(id => Number(id.slice(classPrefix.length)))
    .filter(id => Number.isSafeInteger(id) && id > 0 && !addedClasses.includes(id))
  if (missing.length > 0)
    preferences.updateUserMemory(userId, { addedClasses: [...addedClasses, ...missing] })
}
