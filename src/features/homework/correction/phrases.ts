import { z } from 'zod/mini'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { foldText, splitWords } from '../../../lib/foldText.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { splitFeedback } from '../scheme/feedbackText.ts'
import { isDefaultFeedback } from './defaultFeedback.ts'

/** A sentence that the user has returned in `uses` corrections. `usedAt` is the last use, in Unix ms. */
export const Phrase = z.object({ text: z.string(), uses: z.number(), usedAt: z.number() })
export type Phrase = z.output<typeof Phrase>

const minSentenceLength = 3
const maxSentenceLength = 200
/** Maximum number of stored phrases. All are read at once. */
export const maxPhrases = 500

const sentenceEnd = /(?<=[.!?…]["”“»']?)\s+(?=[\p{Lu}\p{N}"„“«¿¡(])/u
/** A sentence continues after abbreviations and numbers such as "z. B.", "no. 5" and "1. b)". */
const abbreviationEnd =
  /(?:^|[\s(])(?:\p{L}|\p{N}+|nos?|nrn?|aufg|bsp|bzw|ca|etc|ex|fig|pp?|str|usw|vgl|vs|z\.\s?b|d\.\s?h)\.$/iu

/** Returns the sentences of a correction that have 3 to 200 characters. A line break ends a sentence. */
export function splitSentences(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap(splitLine)
    .map(sentence => sentence.trim())
    .filter(({ length }) => length >= minSentenceLength && length <= maxSentenceLength)
    .filter(sentence => /\p{L}/u.test(sentence))
}

function splitLine(line: string): string[] {
  const sentences: string[] = []
  for (const part of line.replace(/^\s*[-–•*]\s+/, '').split(sentenceEnd)) {
    const last = sentences.at(-1)
    if (last !== undefined && abbreviationEnd.test(last)) {
      sentences[sentences.length - 1] = `${last} ${part}`
    } else sentences.push(part)
  }
  return sentences
}

/** Returns the same key for sentences that differ only in white space, capitals or Unicode form. */
export const getPhraseKey = (text: string): string =>
  normalizeText(text, 'NFC').toLocaleLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Returns the phrases after a correction was returned at `now` (Unix ms). Each sentence counts once. */
export function addPhrases(phrases: readonly Phrase[], text: string, now: number): Phrase[] {
  // The result of a points scheme is no sentence.
  const { text: feedback } = splitFeedback(text, 'en')
  if (isDefaultFeedback(feedback)) return [...phrases]
  const known = new Map(phrases.map(phrase => [getPhraseKey(phrase.text), phrase]))
  const sentences = new Map(splitSentences(feedback).map(sentence => [getPhraseKey(sentence), sentence]))
  for (const [key, sentence] of sentences) {
    known.set(key, { text: sentence, uses: (known.get(key)?.uses ?? 0) + 1, usedAt: now })
  }
  return rankPhrases([...known.values()], now).slice(0, maxPhrases)
}

/** Merges two lists. Counts are not added, because both lists may include the same corrections. */
export function mergePhrases(a: readonly Phrase[], b: readonly Phrase[]): Phrase[] {
  const merged = new Map(a.map(phrase => [getPhraseKey(phrase.text), phrase]))
  for (const phrase of b) {
    const known = merged.get(getPhraseKey(phrase.text))
    const newer = known && known.usedAt >= phrase.usedAt ? known : phrase
    merged.set(getPhraseKey(phrase.text), { ...newer, uses: Math.max(phrase.uses, known?.uses ?? 0) })
  }
  return [...merged.values()]
}

const month = 30 * 86_400_000

/** Returns the uses, weighted by age: a use six months ago counts a quarter of a use today. */
export const getPhraseWeight = ({ uses, usedAt }: Pick<Phrase, 'uses' | 'usedAt'>, now: number): number =>
  uses / (1 + Math.max(0, now - usedAt) / (2 * month))

/** Sorts phrases by their weight. */
export function rankPhrases(phrases: readonly Phrase[], now: number): Phrase[] {
  return phrases.toSorted(
    (a, b) =>
      getPhraseWeight(b, now) - getPhraseWeight(a, now) ||
      b.usedAt - a.usedAt ||
      a.text.localeCompare(b.text),
  )
}

/** Returns the phrases that contain every typed word. Those that begin with the first word come first. */
export function findPhrases(ranked: readonly Phrase[], typed: string): Phrase[] {
  const words = splitWords(typed)
  if (words.length === 0) return [...ranked]
  const found = ranked.filter(({ text }) => words.every(word => foldText(text).includes(word)))
  const startsWithFirstWord = ({ text }: Phrase) => foldText(text).startsWith(words[0] ?? '')
  return [...found.filter(startsWithFirstWord), ...found.filter(phrase => !startsWithFirstWord(phrase))]
}

/** Replaces the selection with `phrase`, and adds spaces where needed. `cursor` is its new position. */
export function insertPhrase(
  text: string,
  selection: { start: number; end: number },
  phrase: string,
): { inserted: string; text: string; cursor: number } {
  const before = text.slice(0, selection.start)
  const after = text.slice(selection.end)
  const inserted = `${/\S$/.test(before) ? ' ' : ''}${phrase}${/^[^\s.,;:!?)]/.test(after) ? ' ' : ''}`
  return { inserted, text: before + inserted + after, cursor: before.length + inserted.length }
}

/** Returns the sentences of the corrections that this user has returned. */
export function collectPhrases(
  entries: readonly SubmissionEntry[],
  userId: number,
  { timeZone }: { timeZone: string },
): Phrase[] {
  return entries
    .filter(({ submission }) => submission.corrected_by_user_id === userId)
    .map(({ submission }) => ({
      text: submission.teacher_correction ?? '',
      at: parseInstant(submission.corrected_at ?? '', timeZone) ?? 0,
    }))
    .sort((a, b) => a.at - b.at)
    .reduce<Phrase[]>((known, { text, at }) => addPhrases(known, text, at), [])
}
