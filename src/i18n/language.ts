/** The languages the app is written in, each by its own name. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

export const isLanguage = (text: unknown): text is Language => typeof text === 'string' && text in languages

/**
 * The language to speak: what the person chose, else the first the browser asks for and we have, else the first the
 * school lists, else English. `wanted` are tags such as `de-AT`.
 */
export function chooseLanguage(
  chosen: string | undefined,
  wanted: readonly string[],
  school: readonly string[] = [],
): Language {
  if (isLanguage(chosen)) return chosen
  const tags = [...wanted, ...school].map(tag => tag.split('-')[0]?.toLowerCase())
  return tags.find(isLanguage) ?? 'en'
}
