import type { Poll } from '../../contract/messages.ts'
import type { Caller } from '../auth/caller.ts'
import type { Db } from '../db/schema.ts'

/** Inclusive. */
export type MessageRange = { chat_id: number; from: number; to: number }

export const messageIds = (db: Db, { chat_id, from, to }: MessageRange) =>
  db
    .selectFrom('messages')
    .select('messages.id')
    .where('messages.chat_id', '=', chat_id)
    .where('messages.id', '>=', from)
    .where('messages.id', '<=', to)

/** Polls by message. Anonymous ones only contain the caller's votes, so that no response can reveal others. */
export async function serializePolls(
  db: Db,
  { userId }: Caller,
  range: MessageRange,
  formatInstant: (instant: string) => string,
): Promise<Map<number, Poll>> {
  const pollsInRange = db.selectFrom('polls').where('polls.message_id', 'in', messageIds(db, range))
  const polls = await pollsInRange
    .selectAll('polls')
    .select(({ selectFrom }) =>
      selectFrom('poll_votes')
        .select(({ fn }) => fn.count('poll_votes.user_id').distinct().as('count'))
        .whereRef('poll_votes.poll_id', '=', 'polls.id')
        .as('people'),
    )
    .execute()
  if (polls.length === 0) return new Map()
  const options = await pollsInRange
    .innerJoin('poll_options', 'poll_options.poll_id', 'polls.id')
    .select(['poll_options.id', 'poll_options.poll_id', 'poll_options.text'])
    .select(({ selectFrom }) =>
      selectFrom('poll_votes')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('poll_votes.option_id', '=', 'poll_options.id')
        .as('votes'),
    )
    .orderBy('poll_options.id')
    .execute()
  const votes = await pollsInRange
    .innerJoin('poll_votes', 'poll_votes.poll_id', 'polls.id')
    .innerJoin('users', 'users.id', 'poll_votes.user_id')
    .where(({ eb, or }) => or([eb('polls.is_anonymous', '=', 0), eb('poll_votes.user_id', '=', userId)]))
    .select(['poll_votes.option_id', 'poll_votes.voted_at', 'users.id', 'users.name'])
    .orderBy('users.id')
    .execute()
  const formatTime = (at: string | null) => (at === null ? null : formatInstant(at))
  const votesByOption = Map.groupBy(votes, vote => vote.option_id)
  const optionsByPoll = Map.groupBy(options, option => option.poll_id)

  return new Map(
    polls.map(poll => {
      const pollOptions = optionsByPoll.get(poll.id) ?? []
      const votersOf = (optionId: number) =>
        poll.is_anonymous === 1
          ? []
          : (votesByOption.get(optionId) ?? []).map(({ id, name, voted_at }) => ({
              id,
              name,
              voted_at: formatTime(voted_at),
            }))
      const votersById = new Map(
        pollOptions.flatMap(({ id }) => votersOf(id)).map(voter => [voter.id, voter]),
      )
      return [
        poll.message_id,
        {
          id: poll.id,
          is_anonymous: poll.is_anonymous === 1,
          is_multiple_choice: poll.is_multiple_choice === 1,
          closes_at: formatTime(poll.closes_at),
          options: pollOptions.map(({ id, text, votes: count }) => ({
            id,
            text,
            votes: Number(count),
            is_voted: (votesByOption.get(id) ?? []).some(vote => vote.id === userId),
            users_voted: votersOf(id),
          })),
          total_votes: Number(poll.people),
          users_voted: [...votersById.values()].map(voter => ({ ...voter, badges: [] })),
        },
      ]
    }),
  )
}
