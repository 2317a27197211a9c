import type * as z from 'zod/mini'
import type { PollOption } from '../../../contract/messages.ts'
import { harmlessName } from '../../../ui/harmlessName.ts'

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
