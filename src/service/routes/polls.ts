import { messages } from '../../contract/messages.ts'
import { incrementChatVersion, lockChat } from '../content/chats.ts'
import type { Db } from '../db/schema.ts'
import { invalid, notFound, Problem } from '../http/problem.ts'
import { ownChat } from '../policy/chats.ts'
import { serializeMessage } from '../serialize/messages.ts'
import { messageIn } from './messages.ts'
import { write } from './route.ts'

/** Maximum number of different reactions to a message. */
const maxReactions = 20

/**
 * Votes and reactions (service-facts.md; assumed). All members may vote and react, also in a broadcast: it is often
 * used to ask all members.
 */
export const voteRoutes = [
  write(messages.vote, async ({ params, body, caller, db, changed, clock, showing }) => {
    const { chat_id, message_id } = params
    await lockChat(db, chat_id)
    const own = await ownChat(db, caller, chat_id)
    await messageIn(db, chat_id, message_id)
    const poll = await pollOf(db, message_id)
    if (poll.closes_at !== null && Date.parse(poll.closes_at) <= clock()) {
      throw new Problem(409, 'poll_closed', 'This poll is closed.')
    }
    if (!body.option_ids.every(id => poll.optionIds.includes(id))) {
      throw invalid({ option_ids: 'This is no answer of this poll.' })
    }
    if (poll.is_multiple_choice === 0 && body.option_ids.length > 1) {
      throw invalid({ option_ids: 'Only one answer can be chosen in this poll.' })
    }
    if (await replaceVotes(db, poll.id, caller.userId, body.option_ids)) {
      const version = await incrementChatVersion(db, chat_id, message_id)
      changed('message', { chat_id, version })
      changed('chat', { chat_id, version })
    }
    return serializeMessage(db, caller, own, params, showing)
  }),

  write(messages.react, async ({ params, body: { emoji }, caller, db, changed, showing }) => {
    const { chat_id, message_id } = params
    await lockChat(db, chat_id)
    const own = await ownChat(db, caller, chat_id)
    await messageIn(db, chat_id, message_id)
    const taken = await db
      .deleteFrom('reactions')
      .where('message_id', '=', message_id)
      .where('user_id', '=', caller.userId)
      .where('emoji', '=', emoji)
      .executeTakeFirst()
    if (taken.numDeletedRows === 0n) {
      await requireReactionLimit(db, message_id, emoji)
      const reaction = { message_id, chat_id, user_id: caller.userId, emoji }
      await db.insertInto('reactions').values(reaction).execute()
    }
    const version = await incrementChatVersion(db, chat_id, message_id)
    changed('message', { chat_id, version })
    changed('chat', { chat_id, version })
    return serializeMessage(db, caller, own, params, showing)
  }),
]

async function pollOf(db: Db, messageId: number) {
  const poll = await db.selectFrom('polls').selectAll().where('message_id', '=', messageId).executeTakeFirst()
  if (!poll) throw notFound('There is no poll in this message.')
  const options = await db.selectFrom('poll_options').select('id').where('poll_id', '=', poll.id).execute()
  return { ...poll, optionIds: options.map(({ id }) => id) }
}

/** Replaces the votes of a user. Returns whether this changed them. */
async function replaceVotes(
  trx: Db,
  poll_id: number,
  user_id: number,
  optionIds: number[],
): Promise<boolean> {
  const before = await trx
    .selectFrom('poll_votes')
    .select('option_id')
    .where('poll_id', '=', poll_id)
    .where('user_id', '=', user_id)
    .execute()
  const chosen = new Set(before.map(({ option_id }) => option_id))
  if (chosen.size === optionIds.length && optionIds.every(id => chosen.has(id))) return false
  await trx.deleteFrom('poll_votes').where('poll_id', '=', poll_id).where('user_id', '=', user_id).execute()
  const votes = optionIds.map(option_id => ({ poll_id, user_id, option_id }))
  if (votes.length > 0) await trx.insertInto('poll_votes').values(votes).execute()
  return true
}

async function requireReactionLimit(db: Db, messageId: number, emoji: string): Promise<void> {
  const kinds = await db
    .selectFrom('reactions')
    .select('emoji')
    .distinct()
    .where('message_id', '=', messageId)
    .execute()
  if (kinds.length < maxReactions || kinds.some(kind => kind.emoji === emoji)) return
  const message = `A message takes ${maxReactions} different reactions, and this one has them.`
  throw new Problem(409, 'too_many_reactions', message)
}
