import { dictionaries } from '../i18n/dictionaries.ts'
import type { Messages } from '../i18n/Messages.ts'
import { addCommon } from '../i18n/texts.ts'
import type { Language } from '../lib/language.ts'

/** For tests and benchmarks. The app only loads the texts of the current screen. */
export async function loadMessages(language: Language): Promise<Messages> {
  const dictionary = await dictionaries[language]()
  const sections = await Promise.all(Object.values(dictionary.later).map(load => load()))
  return addCommon(dictionary, Object.assign({}, dictionary.first, ...sections))
}
