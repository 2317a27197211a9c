import { expect, it } from 'vitest'
import type { Poll } from '../../../contract/messages.ts'
import { withReactions } from '../reactions/Reactions.tsx'
import { percentOf, voterNames, votersIn, votersOf } from './PollOptionRow.tsx'
import { ownVote, withVote } from './votes.ts'

const me = { id: 1, name: 'Jana Albrecht' }
const voter = (id: number, name: string) => ({ id, name })
const ruiz = voter(2, 'Omar Ruiz')
const mika = voter(13, 'Mika Sommer')

const film: Poll = {
  id: 7,
  is_anonymous: false,
  is_multiple_choice: false,
  closes_at: null,
  total_votes: 2,
  users_voted: [ruiz, mika],
  options: [
    { id: 1, text: 'Krabat', votes: 2, is_voted: false, users_voted: [ruiz, mika] },
    { id: 2, text: 'The Wave', votes: 0, is_voted: false, users_voted: [] },
  ],
}
const counts = (poll: Poll) => [poll.total_votes, ...poll.options.map(option => option.votes)]

it('withVote adds, changes and removes the user’s own vote, and counts it once', () => {
  const voted = withVote(film, [2], me)
  expect(counts(voted)).toEqual([3, 2, 1])
  expect(voted.options[1]?.users_voted?.map(({ id }) => id)).toEqual([me.id])
  expect(ownVote(voted)).toEqual([2])
  const changed = withVote(voted, [1], me)
  expect(counts(changed)).toEqual([3, 3, 0])
  expect(changed.options[0]?.users_voted?.map(({ id }) => id)).toEqual([me.id, 2, 13])
  expect(withVote(changed, [], me)).toEqual(film)
  // The service has counted the vote already: it must not count twice.
  expect(withVote(voted, [2], me)).toEqual(voted)
})

it('withVote adds no name to an anonymous poll, and no unknown counts', () => {
  const anonymous = {
    ...film,
    is_anonymous: true,
    users_voted: [],
    options: [{ id: 1, text: 'Yes', users_voted: [] }],
  }
  const voted = withVote(anonymous, [1], me)
  expect(voted.users_voted).toEqual([])
  expect(voted.options).toEqual([{ id: 1, text: 'Yes', votes: undefined, is_voted: true, users_voted: [] }])
})

it('votersIn returns the number of voters only if it is known', () => {
  const { total_votes: _, users_voted: __, ...bare } = film
  expect(votersIn(film)).toBe(2)
  expect(votersIn(bare)).toBe(2)
  expect(votersIn({ ...bare, is_multiple_choice: true })).toBeUndefined()
  expect(votersIn({ ...bare, options: [{ id: 1, text: 'Yes' }] })).toBeUndefined()
  expect([percentOf(8, 23), percentOf(0, 0), percentOf(5, 3), percentOf(undefined, 3)]).toEqual([
    35,
    0,
    100,
    undefined,
  ])
})

it('voterNames lists up to six names, the first three of more, and the reader first', () => {
  const people = ['Aiko', 'Deniz', 'Emil', 'Ida', 'Lena', 'Tom', 'Samir'].map((name, at) =>
    voter(20 + at, name),
  )
  const of = (users_voted: { id: number; name: string }[], is_voted = false) =>
    voterNames(votersOf({ users_voted, is_voted }, me.id, 'en'), 'You')
  expect(of(people.slice(0, 6))).toEqual({ shown: ['Aiko', 'Deniz', 'Emil', 'Ida', 'Lena', 'Tom'], more: 0 })
  expect(of(people)).toEqual({ shown: ['Aiko', 'Deniz', 'Emil'], more: 4 })
  expect(of([...people, me], true)).toEqual({ shown: ['You', 'Aiko', 'Deniz'], more: 5 })
  expect(of([ruiz, ruiz])).toEqual({ shown: ['Omar Ruiz'], more: 0 })
})

it('votersOf sorts full names by family name, and voterNames replaces bidi characters', () => {
  const adler = voter(14, 'Zoe Adler')
  const trick = voter(15, 'Tom \u202eevil')
  const { shown } = voterNames(votersOf({ users_voted: [mika, ruiz, trick, adler] }, me.id, 'en'), 'You')
  expect(shown).toEqual(['Zoe Adler', 'Tom \ufffdevil', 'Omar Ruiz', 'Mika Sommer'])
})

it('shows reactions as they will be', () => {
  const thumbs = { emoji: '👍', count: 2, is_own: true }
  const heart = { emoji: '❤️', count: 1, is_own: true }
  const wanted = new Map([
    ['👍', false],
    ['❤️', false],
    ['🎉', true],
  ])
  expect(withReactions([thumbs, heart], wanted)).toEqual([
    { emoji: '👍', count: 1, is_own: false },
    { emoji: '🎉', count: 1, is_own: true },
  ])
  expect(withReactions([thumbs], new Map([['👍', true]]))).toEqual([thumbs])
})
