import type { Poll } from '../../../contract/messages.ts'
import type { Person } from '../../../ui/Person.tsx'

/** The options of a poll that its reader has chosen. */
export const ownVote = (poll: Pick<Poll, 'options'>): readonly number[] =>
  poll.options.filter(option => option.is_voted === true).map(({ id }) => id)

/** Whether two choices are the same, in whatever order. */
export const sameVote = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id))

/**
 * A poll as it is once this vote counts, from whatever it is now: the reader's vote before it is taken out. An anonymous
 * poll names nobody, and what the service does not count stays uncounted.
 */
export function withVote(poll: Poll, optionIds: readonly number[], { id, name = '' }: Person): Poll {
  const before = ownVote(poll)
  const joined = Number(optionIds.length > 0) - Number(before.length > 0)
  const named = <V extends { id: number }>(voters: V[] | undefined, chosen: boolean) => {
    if (poll.is_anonymous || !voters) return voters
    const others = voters.filter(voter => voter.id !== id)
    return chosen ? [{ id, name }, ...others] : others
  }
  return {
    ...poll,
    ...(poll.total_votes !== undefined && { total_votes: Math.max(0, poll.total_votes + joined) }),
    users_voted: named(poll.users_voted, optionIds.length > 0),
    options: poll.options.map(option => {
      const chosen = optionIds.includes(option.id)
      if (chosen === (option.is_voted === true)) return option
      const votes = option.votes === undefined ? undefined : Math.max(0, option.votes + (chosen ? 1 : -1))
      return { ...option, votes, is_voted: chosen, users_voted: named(option.users_voted, chosen) }
    }),
  }
}
