import type { Poll } from '../../../contract/messages.ts'

/** How many people voted; `undefined` where the service does not tell and it can't be added up. */
export function votersIn(poll: Poll): number | undefined {
  if (poll.total_votes !== undefined) return poll.total_votes
  if (!poll.is_anonymous && poll.users_voted && poll.users_voted.length > 0) return poll.users_voted.length
  const votes = poll.options.map(option => option.votes)
  // Of several choices nobody knows how many are one person's.
  if (poll.is_multiple_choice || votes.includes(undefined)) return undefined
  return votes.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** Whole percent of the people who voted, 0 to 100; `undefined` where either is not known. */
export function percentOf(votes: number | undefined, people: number | undefined): number | undefined {
  if (votes === undefined || people === undefined) return undefined
  return people === 0 ? 0 : Math.min(100, Math.round((votes / people) * 100))
}
