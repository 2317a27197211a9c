import germanChats from './de/chats.json' with { type: 'json' }
import germanHomework from './de/homework.json' with { type: 'json' }
import german from './de/school.json' with { type: 'json' }
import germanSheets from './de/sheets.json' with { type: 'json' }
import englishChats from './en/chats.json' with { type: 'json' }
import englishHomework from './en/homework.json' with { type: 'json' }
import english from './en/school.json' with { type: 'json' }
import englishSheets from './en/sheets.json' with { type: 'json' }
import type { SchoolLanguage } from './schoolKind.ts'

/** A homework in words; `note` where it has one. */
export type HomeworkText = { text: string; note?: string }

/** Some lines of a chat, one after the other. */
export type Thread = {
  /** School days from the school's own: 0 is that day, -1 the one before. */
  day: number
  /** When the first was said, school time. */
  at: string
  /** Without it they follow as people type. */
  minutesApart?: number
  /** `Mika: Good morning! [file board.jpg] [poll film] [👍 Aiko Tom]`, see chatPlan.ts. */
  said: readonly string[]
}

type Words = typeof english & typeof englishHomework

/**
 * All that is said in the made-up school, once in each language and of the same shape: who says what when, to which
 * file, poll and reaction, is the same in all. Keys of classes, subjects, chats and polls are those of the plans beside;
 * news and homework stand in the order of theirs. In braces stands what is filled in: a day, a number, a page.
 */
export type SchoolTexts = Omit<Words, 'subjects' | 'names' | 'homework' | 'texts'> & {
  /** Abbreviation, name and note of the subjects of each class, by the plan's abbreviation. */
  subjects: Record<string, Record<string, { short: string; name: string; room?: string; note?: string }>>
  /** Files and folders by their names in the plans; what is not in it is called so in every language. */
  names: Record<string, string>
  homework: Record<string, readonly HomeworkText[]>
  /** What pupils typed, by the keys of homework.json and handIns.json. */
  texts: Record<string, string>
  /** PDFs by file name: the lines of each page. */
  sheets: Record<string, readonly (readonly string[])[]>
  chats: {
    names: Record<string, string>
    talk: Record<string, readonly Thread[]>
    /** The answers of each poll. */
    polls: Record<string, readonly string[]>
    /** Of a long message: a topic and its steps each, and the line of a step. */
    curriculum: { topics: readonly (readonly string[])[]; line: string }
  }
}

const texts: Record<SchoolLanguage, SchoolTexts> = {
  en: { ...english, ...englishHomework, chats: englishChats, sheets: englishSheets },
  de: { ...german, ...germanHomework, chats: germanChats, sheets: germanSheets },
}

/** What is said in a made-up school that speaks this language. */
export const textsOf = (language: SchoolLanguage): SchoolTexts => texts[language]

/** The name of a file or folder of the plans in the language of the school. */
export const nameIn = (language: SchoolLanguage, name: string): string => texts[language].names[name] ?? name

/** What stands in a plan as `Ruiz, Mika, Aiko`, one by one. */
export const listed = (names = ''): string[] => names.split(', ').filter(Boolean)
