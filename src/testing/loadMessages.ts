import { dictionaries } from '../i18n/dictionaries.ts'
import type { Messages } from '../i18n/Messages.ts'
import type { Language } from '../lib/language.ts'

/** For tests and benchmarks. The app only loads the texts of the current screen. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { first, later } = await dictionaries[language]()
  const sections = await Promise.all(Object.values(later).map(load => load()))
  return Object.assign({}, first, ...sections) as Messages
}
