import { z } from 'zod/mini'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { normalizeText } from '../../../lib/normalizeText.ts'
import { parseInstant } from '../../../lib/schoolTime.ts'
import { withDraft } from '../../../outbox/drafts/acquireDraft.ts'
import type { DraftKind } from '../../../outbox/drafts/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { oneAtATime } from '../../../outbox/oneAtATime.ts'

/**
 * A sentence that the user has returned. `uses` is the number of corrections with it. `usedAt` is the last use, in Unix
 * ms.
 */
export const Phrase = z.object({ text: z.string(), uses: z.number(), usedAt: z.number() })
export type Phrase = z.output<typeof Phrase>

const minSentenceLength = 3
const maxSentenceLength = 200
/** Maximum number of stored phrases, few enough to be read at once. */
export const maxPhrases = 500

// A sentence ends at a full stop, white space and a capital letter or digit. It continues after abbreviations and
// numbers such as "z. B.", "no. 5", "Nr. 4" and "1. b)".
const sentenceEnd = /(?<=[.!?…]["”“»']?)\s+(?=[\p{Lu}\p{N}"„“«¿¡(])/u
const goesOn =
  /(?:^|[\s(])(?:\p{L}|\p{N}+|nos?|nrn?|aufg|bsp|bzw|ca|etc|ex|fig|pp?|str|usw|vgl|vs|z\.\s?b|d\.\s?h)\.$/iu

/** Returns the sentences of a correction, trimmed, with 3 to 200 characters. A line break ends a sentence. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .flatMap(sentencesOfLine)
    .map(sentence => sentence.trim())
    .filter(({ length }) => length >= minSentenceLength && length <= maxSentenceLength)
    .filter(sentence => /\p{L}/u.test(sentence))
}

function sentencesOfLine(line: string): string[] {
  const sentences: string[] = []
  for (const part of line.replace(/^\s*[-–•*]\s+/, '').split(sentenceEnd)) {
    const before = sentences.at(-1)
    if (before !== undefined && goesOn.test(before)) sentences[sentences.length - 1] = `${before} ${part}`
    else sentences.push(part)
  }
  return sentences
}

/** Returns the same key for sentences that differ only in white space, capitals or Unicode form. */
const keyOf = (text: string) => normalizeText(text, 'NFC').toLocaleLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * Returns the phrases after another correction was returned at `now` (Unix ms). A sentence that occurs twice counts
 * once.
 */
export function addPhrases(phrases: readonly Phrase[], text: string, now: number): Phrase[] {
  const known = new Map(phrases.map(phrase => [keyOf(phrase.text), phrase]))
  const said = new Map(sentencesOf(text).map(sentence => [keyOf(sentence), sentence]))
  for (const [key, sentence] of said) {
    known.set(key, { text: sentence, uses: (known.get(key)?.uses ?? 0) + 1, usedAt: now })
  }
  return rankPhrases([...known.values()], now).slice(0, maxPhrases)
}

/**
 * Merges two lists of phrases. It takes the larger count of each sentence, because the sum would count a correction
 * twice that both lists include.
 */
export function mergePhrases(a: readonly Phrase[], b: readonly Phrase[]): Phrase[] {
  const merged = new Map(a.map(phrase => [keyOf(phrase.text), phrase]))
  for (const phrase of b) {
    const known = merged.get(keyOf(phrase.text))
    const newer = known && known.usedAt >= phrase.usedAt ? known : phrase
    merged.set(keyOf(phrase.text), { ...newer, uses: Math.max(phrase.uses, known?.uses ?? 0) })
  }
  return [...merged.values()]
}

const month = 30 * 86_400_000

/**
 * Sorts phrases by uses, weighted by age: a use six months ago counts a quarter of a use today. Ties are sorted by last
 * use, then by text.
 */
export function rankPhrases(phrases: readonly Phrase[], now: number): Phrase[] {
  const weight = ({ uses, usedAt }: Phrase) => uses / (1 + Math.max(0, now - usedAt) / (2 * month))
  return phrases.toSorted(
    (a, b) => weight(b) - weight(a) || b.usedAt - a.usedAt || a.text.localeCompare(b.text),
  )
}

/**
 * Returns the phrases that contain every typed word, in their order. Those that begin with the first word come first.
 */
export function findPhrases(ranked: readonly Phrase[], typed: string): Phrase[] {
  const words = foldedWords(typed)
  if (words.length === 0) return [...ranked]
  const found = ranked.filter(({ text }) => words.every(word => folded(text).includes(word)))
  const begins = ({ text }: Phrase) => folded(text).startsWith(words[0] ?? '')
  return [...found.filter(begins), ...found.filter(phrase => !begins(phrase))]
}

/** Removes case and accents, so that `losung` finds "Lösung". `loesung` does not. */
const folded = (text: string) => normalizeText(text, 'NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
const foldedWords = (text: string) => folded(text).split(/\s+/).filter(Boolean)

/**
 * Inserts `phrase` at the cursor, with spaces where needed. Returns the inserted text, the new text and the new cursor
 * position.
 */
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

const PhraseMemory = z.object({ phrases: z.array(Phrase) })
type PhraseMemory = z.output<typeof PhraseMemory>

/**
 * Phrases of a user, stored as a draft. They may contain names of pupils, and the outbox encrypts its data and deletes
 * it at sign-out.
 */
export const phraseMemory: DraftKind<PhraseMemory> = {
  name: 'phrases',
  value: PhraseMemory,
  isEmpty: ({ phrases }) => phrases.length === 0,
  memory: true,
}
const phraseKey = 'all'

/** Stores the sentences of corrections that were just returned. Only one tab does so at a time. */
export function rememberPhrases(outbox: Outbox, texts: readonly string[], now: number): Promise<void> {
  return oneAtATime('staffroom:phrases', () =>
    withDraft(outbox, phraseMemory, phraseKey, async memory => {
      const known = memory.state().value?.phrases ?? []
      memory.set({ phrases: texts.reduce((all, text) => addPhrases(all, text, now), known) })
      await memory.flush()
    }),
  )
}

/** Returns the sentences of the user's corrections at the service, so that the list is not empty at first. */
export function phrasesIn(
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
