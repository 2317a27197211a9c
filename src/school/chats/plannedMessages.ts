import { createDraw } from '../draw.ts'
import type { SchoolKind } from '../schoolKind.ts'
import type { ChatDays } from './chatDays.ts'
import { curriculum, type PlannedChat } from './chatPlan.ts'
import type { Line } from './thread.ts'

/** A line at its time, Unix milliseconds. */
export type PlannedMessage = Line & { sentAt: number }

/** Characters of the longest message. */
const longest = 1800
const long = '{curriculum}'
const cry = 'a'.repeat(30)

/** What was said in a chat, in order, on the days given: always as many messages with the same texts but for the days. */
export function plannedMessages(
  { talk }: PlannedChat,
  days: ChatDays,
  { language }: Pick<SchoolKind, 'language'>,
): PlannedMessage[] {
  const draw = createDraw(12)
  const messages: PlannedMessage[] = []
  for (const { day, at, lines, pace } of talk) {
    let sentAt = days.instantOf(day, at)
    for (const [index, line] of lines.entries()) {
      if (index > 0) sentAt += (pace ?? [0, 0, 1, 1, 2, 4][draw.number(0, 5)] ?? 0) * 60_000
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
