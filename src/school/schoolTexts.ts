import germanChats from './de/chats.json' with { type: 'json' }
import germanHomework from './de/homework.json' with { type: 'json' }
import german from './de/school.json' with { type: 'json' }
import englishChats from './en/chats.json' with { type: 'json' }
import englishHomework from './en/homework.json' with { type: 'json' }
import english from './en/school.json' with { type: 'json' }
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

/**
 * All that is said in the made-up school, once in each language and of the same shape: who says what when, to which
 * file, poll and reaction, is the same in all. Keys of classes, subjects, chats and polls are those of the plans beside.
 */
export type SchoolTexts = {
  /** Abbreviation, name and note of the subjects of each class, by the plan's abbreviation. */
  subjects: Record<string, Record<string, { short: string; name: string; room?: string; note?: string }>>
  /** The class with nothing in it. */
  emptyClass: string
  crowd: { className: string; subject: string; short: string; homework: string; chat: string }
  break: string
  lunch: string
  trainingDay: string
  holidays: string
  weekdays: readonly string[]
  months: readonly string[]
  /** `{day}` and `{month}`. */
  date: string
  /** `{weekday}` and `{date}`. */
  dayAndDate: string
  substitutions: { test: string; tasks: string; exam: string; assembly: string }
  /** What was taught in a lesson. */
  taught: readonly string[]
  /** In the order of school.json. */
  news: readonly { title: string; text: string }[]
  /** Files and folders by their names in the plans; what is not in it is called so in every language. */
  names: Record<string, string>
  /** In the order of homework.json. */
  homework: Record<string, readonly HomeworkText[]>
  handIns: {
    unclear: string
    twoTries: string
    /** `{last}` is a number. */
    exercises: string
    done: string
    early: string
    /** Of pupils who have a word to say, by turns. */
    words: readonly string[]
    names: {
      essay: string
      exercise: string
      allPages: string
      notes: string
      sketch: string
      scan: string
      page: string
    }
  }
  corrections: { signs: string; comeAndSee: string; asAgreed: string; neat: string; compare: string }
  /** What the worksheet of a homework is called. */
  worksheet: string
  chats: {
    /** By the chat's key. */
    names: Record<string, string>
    talk: Record<string, readonly Thread[]>
    /** The answers of each poll. */
    polls: Record<string, readonly string[]>
    /**
     * Of a long message: a topic and its steps each, and the line of a step with `{number}`, `{step}`, `{lessons}`,
     * `{page}`.
     */
    curriculum: { topics: readonly (readonly string[])[]; line: string }
  }
}

const texts: Record<SchoolLanguage, SchoolTexts> = {
  en: { ...english, ...englishHomework, chats: englishChats },
  de: { ...german, ...germanHomework, chats: germanChats },
}

/** What is said in a made-up school that speaks this language. */
export const textsOf = (language: SchoolLanguage): SchoolTexts => texts[language]

/** The name of a file or folder of the plans in the language of the school. */
export const nameIn = (language: SchoolLanguage, name: string): string => texts[language].names[name] ?? name

/** What stands in a plan as `Ruiz, Mika, Aiko`, one by one. */
export const listed = (names = ''): string[] => names.split(', ').filter(Boolean)
