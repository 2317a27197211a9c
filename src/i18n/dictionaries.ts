import type { Language } from '../lib/language.ts'
import type { English } from './Messages.ts'

/** Loads one language only. */
export const dictionaries: Record<Language, () => Promise<English>> = {
  en: async () => (await import('./en.ts')).en,
  // de.ts checks the type. This cast only concerns the literal types of the English texts.
  de: async () => (await import('./de.ts')).de as English,
}
