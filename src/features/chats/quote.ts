import * as z from 'zod/mini'
import type { Message } from '../../contract/messages.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { sanitizeName } from '../../ui/sanitizeName.ts'

/**
 * A quote is sent as plain text, which other apps show as it is:
 *
 *     > Jana Albrecht: the first line
 *     > the second line
 *
 *     the answer
 */
export const Quote = z.object({ author: z.string(), text: z.string() })
export type Quote = z.output<typeof Quote>

const maxQuoteLines = 4
/** In characters, without the author. */
const maxQuoteLength = 280
const maxAuthorLength = 80

const mark = '> '
const authorEnd = ': '

/** The quote of a longer text is in its first characters, so that a text of 5 MB is not searched. */
const maxSourceLength = mark.length * maxQuoteLines + maxAuthorLength + authorEnd.length + maxQuoteLength

/**
 * Splits the text of a message into its quote and the answer. A text that does not have exactly the form of a quote
 * is an answer.
 */
export function splitQuote(message: string): { quote?: Quote; answer: string } {
  // Most messages have no quote.
  if (!message.startsWith(mark)) return { answer: message }
  const text = message.replaceAll(/\r\n?/g, '\n')
  const end = text.slice(0, maxSourceLength + 1).search(/\n(?!> )|$/)
  const answer = text.slice(end)
  const [firstLine = '', ...lines] = text
    .slice(0, end)
    .split('\n')
    .map(line => line.slice(mark.length))
  const colon = firstLine.indexOf(authorEnd)
  const author = firstLine.slice(0, colon)
  const quoted = [firstLine.slice(colon + authorEnd.length), ...lines].join('\n')
  const isQuote =
    (answer.startsWith('\n\n') || answer.trim() === '') &&
    colon > 0 &&
    colon <= maxAuthorLength &&
    author.trim() !== '' &&
    lines.length < maxQuoteLines &&
    quoted.length <= maxQuoteLength &&
    quoted.trim() !== ''
  return isQuote ? { quote: { author, text: quoted }, answer: answer.trim() } : { answer: message }
}

/** Returns the text of a message without its quote, e.g. for a preview. Empty if it has only a quote and files. */
export const getAnswer = (message: string): string => splitQuote(message).answer

/** Returns the text to send. */
export function joinQuote(quote: Quote | undefined, answer: string): string {
  if (!quote) return answer
  const quoted = `${mark}${quote.author}${authorEnd}${quote.text.replaceAll('\n', `\n${mark}`)}`
  return answer === '' ? quoted : `${quoted}\n\n${answer}`
}

/** Returns the quote of a message. Undefined if the message has no text. */
export function createQuote({ user, text }: Pick<Message, 'user' | 'text'>): Quote | undefined {
  const { answer } = splitQuote(text)
  const allLines = answer
    .split(/\r\n|\r|\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
  // Other apps mark quotes in the same way. A quote omits the quotes inside it.
  const ownLines = allLines.filter(line => !line.startsWith('>'))
  const lines = ownLines.length > 0 ? ownLines : allLines
  if (lines.length === 0) return undefined
  const shown = lines.slice(0, maxQuoteLines).join('\n')
  const isCut = lines.length > maxQuoteLines || shown.length > maxQuoteLength
  const quoted = isCut ? `${truncateText(shown, maxQuoteLength - 1).trimEnd()}…` : shown
  return { author: formatAuthor(user.name), text: quoted }
}

/** The first ": " ends the author. */
function formatAuthor(name: string): string {
  const sanitized = sanitizeName(name).replaceAll(/:+\s+/gu, ' ').trim()
  return truncateText(sanitized, maxAuthorLength - 1, '…') || '?'
}

/** Limits the search, because the app looks up every quote on screen when a message arrives. */
const maxSearchedMessages = 5000

/**
 * Returns the ID of the nearest message before `index` that the quote was made of. Null without such a message,
 * because a user can type a text that looks like a quote. Undefined if not all messages were searched.
 */
export function findQuotedId(
  messages: readonly Message[],
  index: number,
  { author, text }: Quote,
): number | null | undefined {
  const [firstLine = ''] = text.split('\n', 1)
  const start = firstLine.replace(/…$/u, '')
  for (let at = index - 1; at >= Math.max(0, index - maxSearchedMessages); at -= 1) {
    const message = messages[at]
    // Comparing the start first avoids creating the quote of every message.
    if (!message || message.is_hidden || !message.text.includes(start)) continue
    const quote = createQuote(message)
    if (quote?.author === author && quote.text === text) return message.id
  }
  return index >= 0 && index <= maxSearchedMessages ? null : undefined
}
