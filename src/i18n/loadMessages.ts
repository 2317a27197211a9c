import type { Language } from './language.ts'
import type { Messages } from './Messages.ts'

/** Loads the texts of one language, and only of that one. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'en') return (await import('./en.ts')).en
  const { de } = await import('./de.ts')
  // de.ts is checked to have the keys of English; the literal texts in the type are those of English only.
  return de as Messages
}
