import type { Db } from './store/schema.ts'

/**
 * Chats of the small school. Albrecht administers `talk`, Ruiz writes in it and Sommer only reads; `broadcast` has the
 * same people with Sommer given write access, which a broadcast does not heed, and takes no files; `other` is Kern's.
 */
export const smallChats = {
  talk: 1,
  broadcast: 2,
  other: 3,
  /** In `talk` one of Albrecht and one of Ruiz, in `other` one of Kern. */
  messages: { albrechts: 1, ruizs: 2, poll: 3, anonymousPoll: 4, kerns: 5 },
  /** What can be chosen in Albrecht's two polls in `talk`; the first takes one choice, the anonymous one several. */
  options: { poll: [1, 2, 3], anonymousPoll: [4, 5, 6] },
} as const

/** Adds them to the small school. */
export async function fillSmallChats(
  db: Db,
  { now, people }: { now: number; people: Record<'albrecht' | 'ruiz' | 'kern' | 'sommer', number> },
): Promise<void> {
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const { talk, broadcast, other, messages } = smallChats
  const { albrecht, ruiz, kern, sommer } = people
  for (const [id, name, only] of [
    [talk, 'Talk', 0],
    [broadcast, 'Broadcast', 1],
    [other, 'Other', 0],
  ] as const) {
    const files_allowed = only === 1 ? 0 : 1
    await db
      .insertInto('chats')
      .values({ id, name, created_at: at(-120), broadcast_only: only, files_allowed })
      .execute()
  }
  for (const [resource_id, user_id, is_write, is_admin] of [
    [talk, albrecht, 1, 1],
    [talk, ruiz, 1, 0],
    [talk, sommer, 0, 0],
    [broadcast, albrecht, 1, 1],
    [broadcast, ruiz, 0, 0],
    [broadcast, sommer, 1, 0],
    [other, kern, 1, 1],
  ] as const) {
    const given = { given_by_user_id: null, given_at: at(-120), resource_field: 'chat_id' }
    await db
      .insertInto('permissions')
      .values({ resource_id, user_id, is_write, is_admin, ...given })
      .execute()
  }
  for (const [id, chat_id, user_id, text] of [
    [messages.albrechts, talk, albrecht, 'Good morning.'],
    [messages.ruizs, talk, ruiz, 'Is <b>this</b> on?'],
    [messages.poll, talk, albrecht, 'Museum or zoo?'],
    [messages.anonymousPoll, talk, albrecht, 'What was hard?'],
    [messages.kerns, other, kern, 'To myself.'],
  ] as const) {
    const { version } = await db
      .updateTable('chats')
      .set(before => ({ version: before('version', '+', 1) }))
      .where('id', '=', chat_id)
      .returning('version')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('messages')
      .values({ id, chat_id, user_id, text, sent_at: at(id - 60), version, raw_formatted: null })
      .execute()
  }
  for (const [id, message_id, anonymous] of [
    [1, messages.poll, 0],
    [2, messages.anonymousPoll, 1],
  ] as const) {
    const kind = { is_anonymous: anonymous, is_multiple_choice: anonymous, closes_at: null } as const
    await db
      .insertInto('polls')
      .values({ id, message_id, chat_id: talk, ...kind })
      .execute()
    const options = smallChats.options[anonymous === 1 ? 'anonymousPoll' : 'poll']
    await db
      .insertInto('poll_options')
      .values(options.map(option => ({ id: option, poll_id: id, text: `Answer ${option}` })))
      .execute()
  }
}
