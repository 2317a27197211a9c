import { z } from 'zod/mini'
import type { SubmissionEntry } from '../../../contract/submissions.ts'
import { instantOf } from '../../../lib/schoolTime.ts'
import type { DraftKind } from '../../../outbox/Drafts.ts'
import type { Outbox } from '../../../outbox/Outbox.ts'
import { learn, merge, Phrase } from './phrases.ts'

const PhraseMemory = z.object({ phrases: z.array(Phrase) })
type PhraseMemory = z.output<typeof PhraseMemory>

/**
 * The sentences a person has returned. Kept as a draft, not in the browser's plain storage: they may name pupils, and
 * the outbox seals what it keeps and loses it at sign-out.
 */
export const phraseMemory: DraftKind<PhraseMemory> = {
  name: 'phrases',
  value: PhraseMemory,
  isEmpty: ({ phrases }) => phrases.length === 0,
  memory: true,
}
export const phraseKey = 'all'

/** Remembers the sentences of corrections that were returned just now. What two tabs learned at once is put together. */
export async function rememberPhrases(outbox: Outbox, texts: readonly string[], now: number): Promise<void> {
  const memory = await outbox.drafts.open(phraseMemory, phraseKey)
  try {
    const { value, forks } = memory.state()
    const known = forks.reduce((all, fork) => merge(all, fork.value.phrases), value?.phrases ?? [])
    for (const { id } of forks) await memory.dropFork(id)
    memory.set({ phrases: texts.reduce((all, text) => learn(all, text, now), known) })
    await memory.flush()
  } finally {
    memory.close()
  }
}

/** The sentences of this person's corrections that are at the service already, so that the first evening has some. */
export function phrasesIn(
  entries: readonly SubmissionEntry[],
  userId: number,
  { timeZone }: { timeZone: string },
): Phrase[] {
  return entries
    .filter(({ submission }) => submission.corrected_by_user_id === userId)
    .map(({ submission }) => ({
      text: submission.teacher_correction ?? '',
      at: instantOf(submission.corrected_at ?? '', timeZone) ?? 0,
    }))
    .sort((a, b) => a.at - b.at)
    .reduce<Phrase[]>((known, { text, at }) => learn(known, text, at), [])
}
