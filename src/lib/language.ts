/** Languages with their own names. */
export const languages = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as Language[]

export const isLanguage = (text: unknown): text is Language =>
  languageCodes.some(language => language === text)

/**
 * Prefers the user's language, then the browser's (`browserTags`, e.g. `de-AT`), the school's and English.
 */
export function chooseLanguage(
  chosen: string | undefined,
  browserTags: readonly string[],
  schoolTags: readonly string[] = [],
): Language {
  if (isLanguage(chosen)) return chosen
  const tags = [...browserTags, ...schoolTags].map(tag => tag.split('-')[0]?.toLowerCase())
  return tags.find(isLanguage) ?? 'en'
}
