import germanChats from './de/chats.json' with { type: 'json' }
import germanHomework from './de/homework.json' with { type: 'json' }
import german from './de/school.json' with { type: 'json' }
import germanSheets from './de/sheets.json' with { type: 'json' }
import englishChats from './en/chats.json' with { type: 'json' }
import englishHomework from './en/homework.json' with { type: 'json' }
import english from './en/school.json' with { type: 'json' }
import englishSheets from './en/sheets.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'

/** Text of a homework, and its note if it has one. */
export type HomeworkText = { text: string; note?: string }

/** Consecutive messages of a chat. */
export type Thread = {
  /** School days from the school's own day, which is 0. Yesterday's school day is -1. */
  day: number
  /** Time of the first message, in school time. */
  at: string
  /** Minutes between messages. Without it the pauses are random, up to 4 minutes. */
  minutesApart?: number
  /** Lines such as `Mika: Good morning! [file board.jpg] [poll film] [👍 Aiko Tom]`, see chatPlan.ts. */
  said: readonly string[]
}

type Words = typeof english & typeof englishHomework

/**
 * All texts of the made-up school. They have the same structure in each language: sender, time, files, polls and
 * reactions of each message are the same. Keys of classes, subjects, chats and polls are those of the plans. News and
 * homework are in the order of the plans. Braces contain placeholders for a day, a number or a page.
 */
export type SchoolTexts = Omit<Words, 'subjects' | 'names' | 'homework' | 'texts'> & {
  /** Abbreviation, name and note of the subjects of each class, by abbreviation in the plan. */
  subjects: Record<string, Record<string, { short: string; name: string; room?: string; note?: string }>>
  /** Names of files and folders, by name in the plans. A missing name is the same in every language. */
  names: Record<string, string>
  homework: Record<string, readonly HomeworkText[]>
  /** Texts typed by pupils, by the keys of homework.json and handIns.json. */
  texts: Record<string, string>
  /** PDFs by file name, as lines of each page. */
  sheets: Record<string, readonly (readonly string[])[]>
  chats: {
    names: Record<string, string>
    talk: Record<string, readonly Thread[]>
    /** Options of each poll. */
    polls: Record<string, readonly string[]>
    /** Parts of a long message: topics with their steps, and the line of a step. */
    curriculum: { topics: readonly (readonly string[])[]; line: string }
  }
}

const texts: Record<SchoolLanguage, SchoolTexts> = {
  en: { ...english, ...englishHomework, chats: englishChats, sheets: englishSheets },
  de: { ...german, ...germanHomework, chats: germanChats, sheets: germanSheets },
}

/** Returns the texts of the made-up school in a language. */
export const textsOf = (language: SchoolLanguage): SchoolTexts => texts[language]

/** Returns the name of a file or folder in the language of the school. */
export const nameIn = (language: SchoolLanguage, name: string): string => texts[language].names[name] ?? name

/** Splits a list of the plans, such as `Ruiz, Mika, Aiko`. */
export const listed = (names = ''): string[] => names.split(', ').filter(Boolean)
