import { createDraw } from '../draw.ts'
import type { SchoolKind } from '../schoolKind.ts'
import type { ChatDays } from './chatDays.ts'
import type { PlannedChat } from './chatPlan.ts'
import { curriculum } from './curriculum.ts'
import type { Line } from './thread.ts'

/** A line at its time, Unix milliseconds. */
export type PlannedMessage = Line & { sentAt: number }

/** The longest text a message may have (contract/messages.ts), for a school with faults; a long one elsewhere. */
const lengths = { faults: 20_000, plain: 1800 }
const long = '{curriculum}'
/** A word too long for any line, and one that is only silly. */
const cries = { faults: 'a'.repeat(260), plain: 'a'.repeat(30) }

/** What was said in a chat, in order, on the days given: always as many messages with the same texts but for the days. */
export function plannedMessages(
  { talk }: PlannedChat,
  days: ChatDays,
  { language, faults }: SchoolKind,
): PlannedMessage[] {
  const draw = createDraw(12)
  const how = faults ? 'faults' : 'plain'
  const longest = lengths[how]
  const messages: PlannedMessage[] = []
  for (const { day, at, lines, pace } of talk) {
    let sentAt = days.instantOf(day, at)
    for (const [index, line] of lines.entries()) {
      if (index > 0) sentAt += (pace ?? [0, 0, 1, 1, 2, 4][draw.number(0, 5)] ?? 0) * 60_000
      const text = days.filledIn(line.text).replace('{aaa}', cries[how]).trim()
      const isLong = text.endsWith(long)
      const full = isLong
        ? text.replace(long, curriculum(longest - text.length + long.length, language))
        : text
      messages.push({ ...line, text: full, sentAt })
    }
  }
  return messages
}
