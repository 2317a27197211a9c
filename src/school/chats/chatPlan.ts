import plan from '../chats.json' with { type: 'json' }
import { createDraw } from '../draw.ts'
import { namesInChats } from '../fillPeople.ts'
import type { ChatDays } from '../schoolDays.ts'
import type { SchoolLanguage } from '../schoolKind.ts'
import { listed, type Thread, textsOf } from '../schoolTexts.ts'

/**
 * A chat of chats.json. Members are names of `namesInChats` or family names of teachers. The name of a class means all
 * its pupils.
 */
type WrittenChat = {
  key: string
  /** The first one created the chat. */
  admins: string
  writers?: string
  readers?: string
  isBroadcast?: boolean
  isWithoutFiles?: boolean
  isDirect?: boolean
  /** Number of unread messages of other users, by name. */
  unread?: Record<string, number>
}

type WrittenPoll = {
  /**
   * Names of the voters of each option, in the order of the texts. The service never returns those of an anonymous
   * poll.
   */
  votes: readonly string[]
  isAnonymous?: boolean
  isMultipleChoice?: boolean
  /** School days from the school's own day. The poll closes at 18:00. */
  closes?: number
}

/** Stored file of each file in a chat, by its name in the chat. */
export const chatFiles: Readonly<Record<string, string>> = plan.files

const chats = plan.chats as WrittenChat[]
/** Polls of the chats, at least one of each kind. `film` is the one of the pictures. */
export const chatPolls = plan.polls as Record<string, WrittenPoll>

/** Returns the options of a poll in this language, with the names of their voters. */
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

/**
 * Returns the chats in the order of their IDs. The first nine are those of the pictures, as Jana Albrecht sees them.
 */
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

/** A message of chats.json with its files, poll and reactions. */
type Line = {
  /** Sender: a pupil by the name in chats, a teacher by the family name. */
  from: string
  text: string
  /** Keys of `chatFiles`. */
  files: string[]
  /** Key of `chatPolls`. The text is the question. */
  poll?: string
  reactions: { emoji: string; from: string[] }[]
}

const tag = /\s*\[(file|poll|[^\s\p{L}\p{N}[\]]+) ([^[\]]+)\]$/u

/**
 * Reads a line of the form `Mika: Good morning! [file board.jpg] [poll film] [👍 Aiko Tom]`. Other brackets at the end
 * belong to the text.
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

/** A line with its time, in Unix ms. */
export type PlannedMessage = Line & { sentAt: number }

/** Length of the longest message, in characters. */
const longest = 1800
const long = '{curriculum}'
const cry = 'a'.repeat(30)

/**
 * Returns the messages of a chat in order, on the given days. Their number and texts are always the same, apart from
 * dates.
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

/** Returns a curriculum of exactly `length` characters, with blank lines between its parts. */
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
