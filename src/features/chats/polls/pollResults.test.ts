import { expect, it } from 'vitest'
import type { Poll } from '../../../contract/messages.ts'
import { applyReactions } from '../reactions/reactions.ts'
import { countVoters, getOptionVoters, getPercent, getVoterNames } from './PollOptionRow.tsx'
import { applyVote, getOwnVote } from './votes.ts'

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

it('applyVote changes the own vote, and counts it once', () => {
  const voted = applyVote(film, [2], me)
  expect(counts(voted)).toEqual([3, 2, 1])
  expect(voted.options[1]?.users_voted?.map(({ id }) => id)).toEqual([me.id])
  expect(getOwnVote(voted)).toEqual([2])
  const changed = applyVote(voted, [1], me)
  expect(counts(changed)).toEqual([3, 3, 0])
  expect(changed.options[0]?.users_voted?.map(({ id }) => id)).toEqual([me.id, 2, 13])
  expect(applyVote(changed, [], me)).toEqual(film)
  // The service has already counted the vote.
  expect(applyVote(voted, [2], me)).toEqual(voted)
})

it('applyVote adds no anonymous names or unknown counts', () => {
  const anonymous = {
    ...film,
    is_anonymous: true,
    users_voted: [],
    options: [{ id: 1, text: 'Yes', users_voted: [] }],
  }
  const voted = applyVote(anonymous, [1], me)
  expect(voted.users_voted).toEqual([])
  expect(voted.options).toEqual([{ id: 1, text: 'Yes', votes: undefined, is_voted: true, users_voted: [] }])
})

it('countVoters returns undefined if unknown', () => {
  const { total_votes: _, users_voted: __, ...bare } = film
  expect(countVoters(film)).toBe(2)
  expect(countVoters(bare)).toBe(2)
  expect(countVoters({ ...bare, is_multiple_choice: true })).toBeUndefined()
  expect(countVoters({ ...bare, options: [{ id: 1, text: 'Yes' }] })).toBeUndefined()
  expect([getPercent(8, 23), getPercent(0, 0), getPercent(5, 3), getPercent(undefined, 3)]).toEqual([
    35,
    0,
    100,
    undefined,
  ])
})

it('getVoterNames lists six names or three, reader first', () => {
  const people = ['Aiko', 'Deniz', 'Emil', 'Ida', 'Lena', 'Tom', 'Samir'].map((name, at) =>
    voter(20 + at, name),
  )
  const of = (users_voted: { id: number; name: string }[], is_voted = false) =>
    getVoterNames(getOptionVoters({ users_voted, is_voted }, me.id, 'en'), 'You')
  expect(of(people.slice(0, 6))).toEqual({
    shown: ['Aiko', 'Deniz', 'Emil', 'Ida', 'Lena', 'Tom'],
    hiddenCount: 0,
  })
  expect(of(people)).toEqual({ shown: ['Aiko', 'Deniz', 'Emil'], hiddenCount: 4 })
  expect(of([...people, me], true)).toEqual({ shown: ['You', 'Aiko', 'Deniz'], hiddenCount: 5 })
  expect(of([ruiz, ruiz])).toEqual({ shown: ['Omar Ruiz'], hiddenCount: 0 })
})

it('getOptionVoters sorts names, and replaces bidi characters', () => {
  const adler = voter(14, 'Zoe Adler')
  const trick = voter(15, 'Tom \u202eevil')
  const { shown } = getVoterNames(
    getOptionVoters({ users_voted: [mika, ruiz, trick, adler] }, me.id, 'en'),
    'You',
  )
  expect(shown).toEqual(['Zoe Adler', 'Tom \ufffdevil', 'Omar Ruiz', 'Mika Sommer'])
})

it('shows reactions optimistically', () => {
  const thumbs = { emoji: '👍', count: 2, is_own: true }
  const heart = { emoji: '❤️', count: 1, is_own: true }
  expect(applyReactions([thumbs, heart], ['👍', '❤️', '🎉'])).toEqual([
    { emoji: '👍', count: 1, is_own: false },
    { emoji: '🎉', count: 1, is_own: true },
  ])
  expect(applyReactions([thumbs], ['👍', '👍'])).toEqual([{ ...thumbs }])
})
