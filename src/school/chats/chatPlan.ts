import plan from '../chats.json' with { type: 'json' }
import { createDraw } from '../draw.ts'
import { namesInChats } from '../fillPeople.ts'
import type { ChatDays } from '../schoolDays.ts'
import type { SchoolLanguage } from '../schoolKind.ts'
import { listed, type Thread, textsOf } from '../schoolTexts.ts'

/**
 * A chat of the made-up school. People stand in it by the names they have in chats, all pupils of a class by its
 * name.
 */
type WrittenChat = {
  key: string
  /** The first one made it. */
  admins: string
  writers?: string
  readers?: string
  isBroadcast?: boolean
  isWithoutFiles?: boolean
  isDirect?: boolean
  /** How many of the others' messages somebody has not read yet. */
  unread?: Record<string, number>
}

type WrittenPoll = {
  /** Who chose each answer, in the order of the texts; of an anonymous poll nobody will ever see them. */
  votes: readonly string[]
  isAnonymous?: boolean
  isMultipleChoice?: boolean
  /** School days from the school's own; it closes at 18:00. */
  closes?: number
}

/** The kept file of each that is sent in a chat, by the name it has there. */
export const chatFiles: Readonly<Record<string, string>> = plan.files

const chats = plan.chats as WrittenChat[]
/** The polls of the chats, of every kind there is. `film` is the one of look/chat. */
export const chatPolls = plan.polls as Record<string, WrittenPoll>

/** What can be chosen in a poll, and by whom it was. */
export const optionsOf = (poll: string, language: SchoolLanguage): { text: string; votes: string[] }[] =>
  (textsOf(language).chats.polls[poll] ?? []).map((text, index) => ({
    text,
    votes: listed(chatPolls[poll]?.votes[index]),
  }))

export type PlannedChat = Omit<WrittenChat, 'admins' | 'writers' | 'readers'> & {
  name: string
  admins: readonly string[]
  writers: readonly string[]
  readers: readonly string[]
  talk: readonly Thread[]
}

/** In the order of their ids. The first nine are those of look/chat, as Jana Albrecht has them. */
export function chatPlan(language: SchoolLanguage): PlannedChat[] {
  const { names, talk } = textsOf(language).chats
  const people = (written: string | undefined) => listed(written).flatMap(name => namesInChats[name] ?? name)
  return chats.map(chat => ({
    ...chat,
    name: names[chat.key] ?? '',
    admins: people(chat.admins),
    writers: people(chat.writers),
    readers: people(chat.readers),
    talk: talk[chat.key] ?? [],
  }))
}

/** What somebody said in a chat, and what came with it. */
type Line = {
  /** A pupil by their name in chats, a teacher by their family name. */
  from: string
  text: string
  /** Names of chatFiles. */
  files: string[]
  /** A key of chatPolls; the text is the question. */
  poll?: string
  reactions: { emoji: string; from: string[] }[]
}

const tag = /\s*\[(file|poll|[^\s\p{L}\p{N}[\]]+) ([^[\]]+)\]$/u

/**
 * Reads a line of the form `Mika: Good morning! [file board.jpg] [poll film] [👍 Aiko Tom]`. All that stands in brackets
 * at the end and is none of these belongs to the text.
 */
export function readLine(written: string): Line {
  const from = written.slice(0, written.indexOf(': '))
  const line: Line = { from, text: written.slice(from.length + 2), files: [], reactions: [] }
  for (let match = tag.exec(line.text); match; match = tag.exec(line.text)) {
    const [whole, kind = '', what = ''] = match
    line.text = line.text.slice(0, -whole.length)
    if (kind === 'file') line.files.unshift(what)
    else if (kind === 'poll') line.poll = what
    else line.reactions.unshift({ emoji: kind, from: what.split(' ') })
  }
  return line
}

/** A line at its time, Unix milliseconds. */
export type PlannedMessage = Line & { sentAt: number }

/** Characters of the longest message. */
const longest = 1800
const long = '{curriculum}'
const cry = 'a'.repeat(30)

/**
 * What was said in a chat, in order, on the days given: always as many messages with the same texts but for the days.
 */
export function plannedMessages(
  { talk }: Pick<PlannedChat, 'talk'>,
  days: ChatDays,
  language: SchoolLanguage,
): PlannedMessage[] {
  const draw = createDraw(12)
  const messages: PlannedMessage[] = []
  for (const { day, at, said, minutesApart } of talk) {
    let sentAt = days.instantOf(day, at)
    for (const [index, line] of said.map(readLine).entries()) {
      if (index > 0) sentAt += (minutesApart ?? [0, 0, 1, 1, 2, 4][draw.number(0, 5)] ?? 0) * 60_000
      const text = days.filledIn(line.text).replace('{aaa}', cry).trim()
      const isLong = text.endsWith(long)
      const full = isLong
        ? text.replace(long, curriculum(longest - text.length + long.length, language))
        : text
      messages.push({ ...line, text: full, sentAt })
    }
  }
  return messages
}

/** A curriculum of just so many characters, with blank lines between its parts. */
export function curriculum(length: number, language: SchoolLanguage): string {
  const { topics, line } = textsOf(language).chats.curriculum
  const parts: string[] = []
  for (let number = 1, size = 0; size < length; number += 1) {
    const [topic = '', ...steps] = topics[number % topics.length] ?? []
    const lines = steps.map((step, index) =>
      line
        .replace('{number}', `${number}.${index + 1}`)
        .replace('{step}', step)
        .replace('{lessons}', String(2 + ((number + index) % 4)))
        .replace('{page}', String(10 + number * 4 + index)),
    )
    const part = [`${number}. ${topic}`, ...lines].join('\n')
    parts.push(part)
    size += part.length + 2
  }
  return parts
    .join('\n\n')
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length, '.')
}
