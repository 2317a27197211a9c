import type { Thread } from '../chats/thread.ts'

/** The pages of a PDF, line by line. */
export type Pages = readonly (readonly string[])[]

/** A homework in words; `note` where it has one. */
export type HomeworkText = { text: string; note?: string }

/**
 * All that is said in the made-up school, once in each language and of the same shape: who says what when, to which
 * file, poll and reaction, is the same in all. Keys of subjects, homework, files and polls are the plans'.
 */
export type SchoolTexts = {
  /** Abbreviation, name and note of the subjects of each class, by the plan's abbreviation. */
  subjects: Record<string, Record<string, { short: string; name: string; room?: string; note?: string }>>
  /** The class with nothing in it, and its chat. */
  emptyClass: string
  crowd: { className: string; subject: string; short: string; homework: string; chat: string }
  break: string
  lunch: string
  trainingDay: string
  holidays: string
  weekdays: readonly string[]
  /** `{day}` and `{month}`. */
  date: string
  /** `{weekday}` and `{date}`. */
  dayAndDate: string
  months: readonly string[]
  substitutions: { test: string; tasks: string; exam: string; assembly: string }
  /** In the order of homeworkPlan.ts. */
  homework: Record<string, readonly HomeworkText[]>
  handIns: {
    unclear: string
    twoTries: string
    /** `{last}` is a number. */
    exercises: string
    done: string
    early: string
    /** Of pupils who have a word to say, by turns. */
    words: readonly [string, string, string]
    names: {
      essay: string
      exercise: string
      allPages: string
      notes: string
      sketch: string
      scan: string
      page: string
    }
    notes: string
    pages: { essay: Pages; maths: Pages }
  }
  corrections: { signs: string; comeAndSee: string; asAgreed: string; neat: string; compare: string }
  worksheet: { name: string; title: string; page: string; space: string }
  /** What was taught in a lesson. */
  taught: readonly string[]
  /** In the order of fillNews.ts. */
  news: readonly { title: string; text: string }[]
  /** Names of files and folders by those of filePlan.ts and chatFiles.ts; who is not in it is called so in every language. */
  names: Record<string, string>
  pdfs: Record<
    | 'museumLetter'
    | 'timetable'
    | 'parentsEvening'
    | 'summary'
    | 'museumForm'
    | 'sheet'
    | 'letter'
    | 'p42'
    | 'p44'
    | 'angles',
    Pages
  >
  texts: Record<
    'results' | 'packingList' | 'pointsHead' | 'substitutes' | 'essayChecklist' | 'readingLog' | 'cressDiary',
    string
  >
  /** In the order of chatPlan.ts. */
  chatNames: readonly string[]
  talk: Record<
    | 'september'
    | 'october'
    | 'november'
    | 'recent'
    | 'teachers8b'
    | 'mathsDepartment'
    | 'staffAll'
    | 'parents8b'
    | 'museumTrip'
    | 'lenaWeber'
    | 'schoolChoir'
    | 'examGroup'
    | 'class10a'
    | 'chessClub'
    | 'library',
    readonly Thread[]
  >
  /** The answers of each poll of chatPolls.ts. */
  polls: Record<string, readonly string[]>
  /** Of a long message: a topic and its steps each, and the line of a step with `{number}`, `{step}`, `{lessons}`, `{page}`. */
  curriculum: { topics: readonly (readonly string[])[]; line: string }
}
