import { dictionaries } from '../i18n/dictionaries.ts'
import type { Language } from '../i18n/language.ts'
import type { Messages } from '../i18n/Messages.ts'

/** Every text of a language at once, for tests and measuring; the app loads what it shows. */
export async function loadMessages(language: Language): Promise<Messages> {
  const { first, later } = await dictionaries[language]()
  const sections = await Promise.all(Object.values(later).map(load => load()))
  return Object.assign({}, first, ...sections) as Messages
}
