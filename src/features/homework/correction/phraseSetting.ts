import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { changeSetting, type SettingKind } from '../../../api/settings/setting.ts'
import { maxSettingBytes } from '../../../contract/settings.ts'
import { addPhrases, getPhraseKey, Phrase, rankPhrases } from './phrases.ts'

/** `deleted`: keys of phrases that are not offered, although they are in returned feedback. */
const StoredPhrases = z.object({ phrases: z.array(Phrase), deleted: z.array(z.string()) })
type StoredPhrases = z.output<typeof StoredPhrases>

/** The user's sentences from returned feedback. */
export const phraseSetting: SettingKind<StoredPhrases> = {
  name: 'staffroom.phrases',
  value: StoredPhrases,
  initial: { phrases: [], deleted: [] },
}

const maxDeleted = 200

export const isDeletedPhrase = ({ deleted }: StoredPhrases, { text }: Phrase): boolean =>
  deleted.includes(getPhraseKey(text))

/** Stores the sentences of corrections that were just returned. Throws `ApiError`. */
export const rememberPhrases = (client: QueryClient, texts: readonly string[], now: number): Promise<void> =>
  changeSetting(client, phraseSetting, ({ phrases, deleted }) => {
    const all = texts.reduce((known, text) => addPhrases(known, text, now), phrases)
    const used = new Set(
      all.filter(phrase => !phrases.includes(phrase)).map(({ text }) => getPhraseKey(text)),
    )
    return fitSetting({ phrases: rankPhrases(all, now), deleted: deleted.filter(key => !used.has(key)) })
  })

/** Deletes a phrase on all devices. Returning the sentence again adds it again. Throws `ApiError`. */
export const deletePhrase = (client: QueryClient, { text }: Phrase): Promise<void> =>
  changeSetting(client, phraseSetting, ({ phrases, deleted }) => {
    const key = getPhraseKey(text)
    const remaining = phrases.filter(phrase => getPhraseKey(phrase.text) !== key)
    return fitSetting({ phrases: remaining, deleted: [key, ...deleted].slice(0, maxDeleted) })
  })

/** Throws `ApiError`. */
export const restorePhrase = (client: QueryClient, phrase: Phrase): Promise<void> =>
  changeSetting(client, phraseSetting, ({ phrases, deleted }) =>
    fitSetting({
      phrases: [...phrases, phrase],
      deleted: deleted.filter(key => key !== getPhraseKey(phrase.text)),
    }),
  )

/** Drops the last phrases until the value is small enough for the service. */
function fitSetting(stored: StoredPhrases): StoredPhrases {
  let { phrases } = stored
  const getSize = () => new TextEncoder().encode(JSON.stringify({ ...stored, phrases })).length
  while (getSize() > maxSettingBytes) phrases = phrases.slice(0, Math.floor(phrases.length * 0.9))
  return { ...stored, phrases }
}
