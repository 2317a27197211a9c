import type { Outbox } from './Outbox.ts'

/** What a sign-out would throw away: writes that are not done, and drafts. */
export type Unsent = { writes: number; drafts: number }

/** For whoever asks before signing out; stores first what is being typed. */
export async function unsentOf(outbox: Outbox): Promise<Unsent> {
  await outbox.drafts.flush()
  return {
    writes: outbox.writes.list().filter(({ state }) => state !== 'done').length,
    drafts: await outbox.drafts.count(),
  }
}
