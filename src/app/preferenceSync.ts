import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { preferenceSetting } from '../features/settings/preferenceSetting.ts'
import { isLanguage } from '../lib/language.ts'
import type { Outbox } from '../outbox/Outbox.ts'
import { type Entries, setEntry } from '../outbox/settings/entries.ts'
import { onlyKey, readValues } from '../outbox/settings/settingKind.ts'
import { settingQuery } from '../outbox/settings/useSetting.ts'
import { isTheme, type Preferences, type Settings, type UserMemory } from './preferences.ts'

type PreferenceSyncOptions = {
  outbox: Outbox
  preferences: Preferences
  queryClient: QueryClient
  userId: number
  /** Preferences when the page was loaded. The user may have changed them since. */
  initial: { settings: Settings; memory: UserMemory }
}

type Parts = ReadonlyMap<string, string | boolean>

const classPrefix = 'class.'

/**
 * Applies the preferences of the user's other devices to this one, and stores the user's changes on this one. Returns a
 * function that stops this.
 */
export async function startPreferenceSync(options: PreferenceSyncOptions): Promise<() => void> {
  const { outbox, preferences, queryClient, userId, initial } = options
  const draft = await outbox.drafts.open(preferenceSetting.draft, onlyKey)
  const getEntries = (): Entries => draft.state().value?.entries ?? {}
  const readParts = () => toParts(preferences.settings(), preferences.getUserMemory(userId))
  let parts = toParts(initial.settings, initial.memory)
  let isApplying = false

  const apply = () => {
    isApplying = true
    applyEntries(getEntries(), preferences, userId)
    parts = readParts()
    isApplying = false
  }
  const storeChanges = async () => {
    if (isApplying) return
    const previous = parts
    parts = readParts()
    const changed = [...parts].filter(([id, value]) => previous.get(id) !== value)
    if (changed.length === 0) return
    const change = (entries: Entries, now: number) =>
      changed.reduce((all, [id, value]) => setEntry(all, id, value, now), entries)
    await outbox.settings.change(preferenceSetting, onlyKey, change).catch(() => undefined)
  }

  // Store these first, so that older entries do not replace them.
  await storeChanges()
  apply()
  const stopApplying = draft.subscribe(apply)
  const stopStoring = preferences.subscribe(() => void storeChanges())
  const observer = new QueryObserver(queryClient, settingQuery(preferenceSetting, onlyKey))
  const receive = async ({ data }: { data: Parameters<Outbox['settings']['receive']>[2] | undefined }) => {
    if (!data) return
    await outbox.settings.receive(preferenceSetting, onlyKey, data)
  }
  const stopReceiving = observer.subscribe(result => void receive(result).catch(() => undefined))
  void receive(observer.getCurrentResult()).catch(() => undefined)
  return () => {
    stopReceiving()
    stopStoring()
    stopApplying()
    draft.close()
  }
}

/** Returns the preferences that follow the user. The last class and the shared computer belong to the device. */
function toParts({ language, theme, shortcuts }: Settings, { addedClasses }: UserMemory): Parts {
  return new Map<string, string | boolean>([
    ...(language === undefined ? [] : [['language', language] as const]),
    ['theme', theme],
    ['shortcuts', shortcuts],
    ...addedClasses.map(id => [`${classPrefix}${id}`, true] as const),
  ])
}

function applyEntries(entries: Entries, preferences: Preferences, userId: number): void {
  const stored = readValues(preferenceSetting, entries)
  const [language, theme, shortcuts] = ['language', 'theme', 'shortcuts'].map(id => stored.get(id)?.value)
  const current = preferences.settings()
  const change: Partial<Settings> = {
    ...(isLanguage(language) && language !== current.language && { language }),
    ...(isTheme(theme) && theme !== current.theme && { theme }),
    ...(typeof shortcuts === 'boolean' && shortcuts !== current.shortcuts && { shortcuts }),
  }
  if (Object.keys(change).length > 0) preferences.update(change)
  const { addedClasses } = preferences.getUserMemory(userId)
  const ids = [...stored.keys()]
    .filter(id => id.startsWith(classPrefix))
    .map(id => Number(id.slice(classPrefix.length)))
  const missing = ids.filter(id => Number.isSafeInteger(id) && id > 0 && !addedClasses.includes(id))
  if (missing.length > 0)
    preferences.updateUserMemory(userId, { addedClasses: [...addedClasses, ...missing] })
}
