import type { Language } from './language.ts'
import type { English } from './Messages.ts'

/** Loads a language, and only that one. */
export const dictionaries: Record<Language, () => Promise<English>> = {
  en: async () => (await import('./en.ts')).en,
  // It is checked to have the keys of English; the literal texts in the type are those of English only.
  de: async () => (await import('./de.ts')).de as English,
}
