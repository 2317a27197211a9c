import { messages } from '../../contract/messages.ts'
import { invalid, notFound, Problem } from '../../http/problem.ts'
import { incrementChatVersion, lockChat } from '../content/chats.ts'
import type { Db } from '../db/schema.ts'
import { requireOwnChat } from '../policy/chats.ts'
import { serializeMessage } from '../serialize/messages.ts'
import { requireMessage } from './messages.ts'
import { defineWriteRoute } from './route.ts'

const maxReactions = 20

/** service-facts.md; assumed. All members may vote, even in a broadcast. */
export const voteRoutes = [
  defineWriteRoute(messages.vote, async ({ params, body, caller, db, changed, clock, serializeContext }) => {
    const { chat_id, message_id } = params
    await lockChat(db, chat_id)
    const ownChat = await requireOwnChat(db, caller, chat_id)
    await requireMessage(db, chat_id, message_id)
    const poll = await requirePoll(db, message_id)
    if (poll.closes_at !== null && Date.parse(poll.closes_at) <= clock()) {
      throw new Problem(409, 'poll_closed', 'This poll is closed.')
    }
    if (!body.option_ids.every(id => poll.optionIds.includes(id))) {
      throw invalid({ option_ids: 'This is no answer of this poll.' })
    }
    if (poll.is_multiple_choice === 0 && body.option_ids.length > 1) {
      throw invalid({ option_ids: 'Only one answer can be chosen in this poll.' })
    }
    // The time of an anonymous vote could reveal the voter.
    const voted_at = poll.is_anonymous === 1 ? null : new Date(clock()).toISOString()
    if (await replaceVotes(db, { poll_id: poll.id, user_id: caller.userId, voted_at }, body.option_ids)) {
      const version = await incrementChatVersion(db, chat_id, message_id)
      changed('message', { chat_id, version })
      changed('chat', { chat_id, version })
    }
    return serializeMessage(db, caller, ownChat, params, serializeContext)
  }),

  defineWriteRoute(
    messages.react,
    async ({ params, body: { emoji }, caller, db, changed, serializeContext }) => {
      const { chat_id, message_id } = params
      await lockChat(db, chat_id)
      const ownChat = await requireOwnChat(db, caller, chat_id)
      await requireMessage(db, chat_id, message_id)
      const removed = await db
        .deleteFrom('reactions')
        .where('message_id', '=', message_id)
        .where('user_id', '=', caller.userId)
        .where('emoji', '=', emoji)
        .executeTakeFirst()
      if (removed.numDeletedRows === 0n) {
        await requireReactionLimit(db, message_id, emoji)
        const reaction = { message_id, chat_id, user_id: caller.userId, emoji }
        await db.insertInto('reactions').values(reaction).execute()
      }
      const version = await incrementChatVersion(db, chat_id, message_id)
      changed('message', { chat_id, version })
      changed('chat', { chat_id, version })
      return serializeMessage(db, caller, ownChat, params, serializeContext)
    },
  ),
]

async function requirePoll(db: Db, messageId: number) {
  const poll = await db.selectFrom('polls').selectAll().where('message_id', '=', messageId).executeTakeFirst()
  if (!poll) throw notFound('There is no poll in this message.')
  const options = await db.selectFrom('poll_options').select('id').where('poll_id', '=', poll.id).execute()
  return { ...poll, optionIds: options.map(({ id }) => id) }
}

/** Whether the votes changed. */
async function replaceVotes(
  trx: Db,
  vote: { poll_id: number; user_id: number; voted_at: string | null },
  optionIds: number[],
): Promise<boolean> {
  const { poll_id, user_id } = vote
  const previousVotes = await trx
    .selectFrom('poll_votes')
    .select('option_id')
    .where('poll_id', '=', poll_id)
    .where('user_id', '=', user_id)
    .execute()
  const previousIds = new Set(previousVotes.map(({ option_id }) => option_id))
  if (previousIds.size === optionIds.length && optionIds.every(id => previousIds.has(id))) return false
  await trx.deleteFrom('poll_votes').where('poll_id', '=', poll_id).where('user_id', '=', user_id).execute()
  const votes = optionIds.map(option_id => ({ ...vote, option_id }))
  if (votes.length > 0) await trx.insertInto('poll_votes').values(votes).execute()
  return true
}

async function requireReactionLimit(db: Db, messageId: number, emoji: string): Promise<void> {
  const reactions = await db
    .selectFrom('reactions')
    .select('emoji')
    .distinct()
    .where('message_id', '=', messageId)
    .execute()
  if (reactions.length < maxReactions || reactions.some(reaction => reaction.emoji === emoji)) return
  const message = `A message takes ${maxReactions} different reactions, and this one has them.`
  throw new Problem(409, 'too_many_reactions', message)
}
