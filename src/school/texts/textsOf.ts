import type { SchoolLanguage } from '../schoolKind.ts'
import { englishTexts } from './englishTexts.ts'
import { germanTexts } from './germanTexts.ts'
import type { SchoolTexts } from './SchoolTexts.ts'

const texts: Record<SchoolLanguage, SchoolTexts> = { en: englishTexts, de: germanTexts }

/** What is said in a made-up school that speaks this language. */
export const textsOf = (language: SchoolLanguage): SchoolTexts => texts[language]

/** The name of a file or folder of the plans in the language of the school. */
export const nameIn = (language: SchoolLanguage, name: string): string => texts[language].names[name] ?? name
