import germanChats from './de/chats.json' with { type: 'json' }
import germanHomework from './de/homework.json' with { type: 'json' }
import german from './de/school.json' with { type: 'json' }
import germanSheets from './de/sheets.json' with { type: 'json' }
import englishChats from './en/chats.json' with { type: 'json' }
import englishHomework from './en/homework.json' with { type: 'json' }
import english from './en/school.json' with { type: 'json' }
import englishSheets from './en/sheets.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'

export type HomeworkText = { text: string; note?: string }

export type Thread = {
  /** As in `ChatDays`. */
  day: number
  /** School time of the first message. */
  at: string
  /** By default random, up to 4. */
  minutesApart?: number
  /** See `parseLine` in chatPlan.ts. */
  lines: readonly string[]
}

type EnglishTexts = typeof english & typeof englishHomework

/** Both languages have the keys of the plans. Braces are placeholders. */
export type SchoolTexts = Omit<EnglishTexts, 'subjects' | 'names' | 'homework' | 'texts'> & {
  /** By class and abbreviation. */
  subjects: Record<string, Record<string, { short: string; name: string; room?: string; note?: string }>>
  /** A missing name is the same in every language. */
  names: Record<string, string>
  homework: Record<string, readonly HomeworkText[]>
  /** Typed by pupils. */
  texts: Record<string, string>
  /** Lines by file and page. */
  sheets: Record<string, readonly (readonly string[])[]>
  chats: {
    names: Record<string, string>
    talk: Record<string, readonly Thread[]>
    polls: Record<string, readonly string[]>
    curriculum: { topics: readonly (readonly string[])[]; line: string }
  }
}

const texts: Record<SchoolLanguage, SchoolTexts> = {
  en: { ...english, ...englishHomework, chats: englishChats, sheets: englishSheets },
  de: { ...german, ...germanHomework, chats: germanChats, sheets: germanSheets },
}

export const getSchoolTexts = (language: SchoolLanguage): SchoolTexts => texts[language]

export const translateName = (language: SchoolLanguage, name: string): string =>
  texts[language].names[name] ?? name

/** E.g. `Ruiz, Mika, Aiko`. */
export const splitList = (names = ''): string[] => names.split(', ').filter(Boolean)
