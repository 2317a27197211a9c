import { z } from 'zod/mini'
import { hashText } from '../../../lib/hashText.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { type Entries, isDeleted, setEntry } from '../../../outbox/settings/entries.ts'
import { defineSetting, onlyKey, readValues } from '../../../outbox/settings/settingKind.ts'
import { addPhrases, getPhraseKey, getPhraseWeight, maxPhrases, Phrase } from './phrases.ts'

/** The time of an entry is the last use of its phrase. */
const PhraseValue = z.object({ text: z.string(), uses: z.number() })

/** Two devices that collect the same sentence have the same entry. */
const getPhraseId = ({ text }: Pick<Phrase, 'text'>): string => hashText(getPhraseKey(text))

/** Before devices shared the phrases, each stored a list. */
const PhraseList = z.pipe(
  z.object({ phrases: z.array(Phrase) }),
  z.transform(
    ({ phrases }): Entries =>
      Object.fromEntries(
        phrases.map(phrase => {
          const { text, uses, usedAt } = phrase
          return [getPhraseId(phrase), { at: Math.max(0, Math.round(usedAt)), value: { text, uses } }]
        }),
      ),
  ),
)

/** The user's sentences from returned feedback. */
export const phraseSetting = defineSetting({
  draftName: 'phrases',
  name: 'staffroom.phrases',
  value: PhraseValue,
  maxEntries: maxPhrases,
  rank: ({ at, value: { uses } }, now) => getPhraseWeight({ uses, usedAt: at }, now),
  earlier: PhraseList,
})

export const getPhrases = (entries: Entries): Phrase[] =>
  [...readValues(phraseSetting, entries).values()].map(({ at, value }) => ({ ...value, usedAt: at }))

/**
 * Whether the phrase was deleted and not returned again, which would have stored it again. The time of a correction does
 * not matter, because it may be sent long after it was returned.
 */
export function isDeletedPhrase(entries: Entries, phrase: Phrase): boolean {
  const entry = entries[getPhraseId(phrase)]
  return entry !== undefined && isDeleted(entry)
}

/** Stores the sentences of corrections that were just returned. */
export const rememberPhrases = (outbox: Outbox, texts: readonly string[]): Promise<boolean> =>
  outbox.settings.change(phraseSetting, onlyKey, (entries, now) => {
    const known = getPhrases(entries)
    const phrases = texts.reduce((all, text) => addPhrases(all, text, now), known)
    const used = phrases.filter(phrase => !known.includes(phrase))
    return used.reduce(
      (all, phrase) => setEntry(all, getPhraseId(phrase), { text: phrase.text, uses: phrase.uses }, now),
      entries,
    )
  })

/**
 * Deletes a phrase on all devices. The deletion is also stored for a phrase that was only found in returned feedback.
 * Returning the sentence again adds it again.
 */
export const deletePhrase = (outbox: Outbox, phrase: Phrase): Promise<boolean> =>
  outbox.settings.change(phraseSetting, onlyKey, (entries, now) =>
    setEntry(entries, getPhraseId(phrase), null, Math.max(now, phrase.usedAt)),
  )

export const restorePhrase = (outbox: Outbox, phrase: Phrase): Promise<boolean> =>
  outbox.settings.change(phraseSetting, onlyKey, (entries, now) =>
    setEntry(entries, getPhraseId(phrase), { text: phrase.text, uses: phrase.uses }, now),
  )
