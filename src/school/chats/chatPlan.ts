import plan from '../chats.json' with { type: 'json' }
import { createDraw } from '../draw.ts'
import { chatNames } from '../fillPeople.ts'
import type { ChatDays } from '../schoolDays.ts'
import type { SchoolLanguage } from '../schoolKind.ts'
import { getSchoolTexts, splitList, type Thread } from '../schoolTexts.ts'

/** Members are `chatNames` of pupils, family names of teachers, or a class for all its pupils. */
type WrittenChat = {
  key: string
  admins: string
  writers?: string
  readers?: string
  isBroadcast?: boolean
  isWithoutFiles?: boolean
  isDirect?: boolean
  /** By name. */
  unread?: Record<string, number>
}

type WrittenPoll = {
  /** By option. */
  votes: readonly string[]
  isAnonymous?: boolean
  isMultipleChoice?: boolean
  /** Day, counted in school days. Closes at 18:00. */
  closes?: number
}

export const chatFiles: Readonly<Record<string, string>> = plan.files

const chats = plan.chats as WrittenChat[]
export const chatPolls = plan.polls as Record<string, WrittenPoll>

export const getPollOptions = (poll: string, language: SchoolLanguage): { text: string; votes: string[] }[] =>
  (getSchoolTexts(language).chats.polls[poll] ?? []).map((text, index) => ({
    text,
    votes: splitList(chatPolls[poll]?.votes[index]),
  }))

export type PlannedChat = Omit<WrittenChat, 'admins' | 'writers' | 'readers'> & {
  name: string
  admins: readonly string[]
  writers: readonly string[]
  readers: readonly string[]
  talk: readonly Thread[]
}

/** In the order of the IDs. The pictures show the first nine. */
export function getChatPlan(language: SchoolLanguage): PlannedChat[] {
  const { names, talk } = getSchoolTexts(language).chats
  const people = (written: string | undefined) => splitList(written).flatMap(name => chatNames[name] ?? name)
  return chats.map(chat => ({
    ...chat,
    name: names[chat.key] ?? '',
    admins: people(chat.admins),
    writers: people(chat.writers),
    readers: people(chat.readers),
    talk: talk[chat.key] ?? [],
  }))
}

type ParsedLine = {
  /** Pupil's name in chats, or teacher's family name. */
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
 * E.g. `Mika: Good morning! [file board.jpg] [poll film] [👍 Aiko Tom]`. Other brackets belong to the text.
 */
export function parseLine(written: string): ParsedLine {
  const from = written.slice(0, written.indexOf(': '))
  const line: ParsedLine = { from, text: written.slice(from.length + 2), files: [], reactions: [] }
  for (let match = tag.exec(line.text); match; match = tag.exec(line.text)) {
    const [whole, kind = '', value = ''] = match
    line.text = line.text.slice(0, -whole.length)
    if (kind === 'file') line.files.unshift(value)
    else if (kind === 'poll') line.poll = value
    else line.reactions.unshift({ emoji: kind, from: value.split(' ') })
  }
  return line
}

/** Unix ms. */
export type PlannedMessage = ParsedLine & { sentAt: number }

const maxMessageLength = 1800
const curriculumPlaceholder = '{curriculum}'
const longWord = 'a'.repeat(30)

export function createMessages(
  { talk }: Pick<PlannedChat, 'talk'>,
  days: ChatDays,
  language: SchoolLanguage,
): PlannedMessage[] {
  const draw = createDraw(12)
  const messages: PlannedMessage[] = []
  for (const { day, at, lines, minutesApart } of talk) {
    let sentAt = days.getInstant(day, at)
    for (const [index, line] of lines.map(parseLine).entries()) {
      if (index > 0) sentAt += (minutesApart ?? [0, 0, 1, 1, 2, 4][draw.number(0, 5)] ?? 0) * 60_000
      const text = days.fillPlaceholders(line.text).replace('{aaa}', longWord).trim()
      const isLong = text.endsWith(curriculumPlaceholder)
      const full = isLong
        ? text.replace(
            curriculumPlaceholder,
            createCurriculum(maxMessageLength - text.length + curriculumPlaceholder.length, language),
          )
        : text
      messages.push({ ...line, text: full, sentAt })
    }
  }
  return messages
}

export function createCurriculum(length: number, language: SchoolLanguage): string {
  const { topics, line } = getSchoolTexts(language).chats.curriculum
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
