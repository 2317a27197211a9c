import type * as z from 'zod/mini'
import type { Poll, PollOption } from '../../../contract/messages.ts'
import type { T } from '../../../i18n/useT.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

/** `8 votes, 35 %`, as far as the service tells. `people`: how many voted. */
export function optionResult(
  { votes }: Pick<z.output<typeof PollOption>, 'votes'>,
  people: number | undefined,
  t: T<'polls'>,
): string {
  if (votes === undefined) return ''
  const percent = percentOf(votes, people)
  return percent === undefined
    ? t('votes', { count: votes })
    : t('share', { count: votes, percent: String(percent) })
}

/** `The Wave: 8 votes, 35 %`, for each answer the reader chose. */
export function ownResults(poll: Poll, t: T<'polls'>): string {
  const people = votersIn(poll)
  return poll.options
    .filter(option => option.is_voted === true)
    .map(option => t('said', { option: option.text, result: optionResult(option, people, t) }))
    .join('. ')
}

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

type Option = Pick<z.output<typeof PollOption>, 'is_voted' | 'users_voted'>
export type Voter = { id: number; name: string }

/** As many are named one by one; of more than that only the first few. */
const most = 6
const few = 3

/** Who chose an option: the reader first, the others as the service orders them, each once. */
export function votersOf(option: Option, readerId: number): { isOwn: boolean; others: readonly Voter[] } {
  const byId = new Map((option.users_voted ?? []).map(voter => [voter.id, voter]))
  return { isOwn: option.is_voted === true, others: [...byId.values()].filter(({ id }) => id !== readerId) }
}

/** The names to be shown and how many are left out. `you` is the reader's own word, `nameOf` how another is called. */
export function voterNames(
  { isOwn, others }: ReturnType<typeof votersOf>,
  you: string,
  nameOf: (voter: Voter) => string,
): { shown: readonly string[]; more: number } {
  const names = [...(isOwn ? [you] : []), ...others.map(nameOf)]
  return names.length <= most
    ? { shown: names, more: 0 }
    : { shown: names.slice(0, few), more: names.length - few }
}

/**
 * How voters are called: pupils by their first name, as in class, where no other voter has the same; everybody else
 * by the whole.
 */
export function callingNames(
  voters: readonly Voter[],
  pupils: ReadonlySet<number>,
): (voter: Voter) => string {
  const people = new Map(voters.map(voter => [voter.id, voter]))
  const counts = new Map<string, number>()
  for (const { name } of people.values()) counts.set(firstOf(name), (counts.get(firstOf(name)) ?? 0) + 1)
  return ({ id, name }) => {
    const first = firstOf(name)
    return harmlessName(pupils.has(id) && first !== '' && counts.get(first) === 1 ? first : name)
  }
}

const firstOf = (name: string): string => name.trim().split(/\s+/u)[0] ?? ''
