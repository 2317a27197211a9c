import { describe, expect, it } from 'vitest'
import { Problem } from '../answers/problem.ts'
import { createGuesses } from './guesses.ts'

/** How many tries go through until one is refused. */
function triesOf(count: (index: number) => unknown, most: number): number {
  for (let index = 0; index < most; index += 1) {
    try {
      count(index)
    } catch (error) {
      if (error instanceof Problem && error.status === 429) return index
      throw error
    }
  }
  return most
}

/** A guesser of whom every try is wrong. */
function guesser() {
  let now = 0
  const guesses = createGuesses(() => now)
  const guess = (name: string, address: string) => {
    guesses.check(name, address)
    guesses.wrong(name, address)
  }
  const wait = (ms: number) => {
    now += ms
  }
  return { ...guesses, guess, wait }
}

describe('createGuesses', () => {
  it('lets 10 wrong tries through for a name from one address, and again after a quarter of an hour', () => {
    const { guess, wait } = guesser()
    expect(triesOf(() => guess('a', '1'), 50)).toBe(10)
    expect(() => guess('a', '1')).toThrow('Too many tries that were wrong. Please wait 15 minutes.')
    guess('a', '2')
    guess('b', '1')
    wait(15 * 60_000)
    expect(triesOf(() => guess('a', '1'), 50)).toBe(10)
  })

  it('says when to come back', () => {
    const { guess } = guesser()
    triesOf(() => guess('a', '1'), 50)
    try {
      guess('a', '1')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ status: 429, headers: { 'Retry-After': '900' } })
    }
  })

  it('stops a name being tried from many addresses, and many names from one', () => {
    const { guess } = guesser()
    expect(triesOf(index => guess('a', String(index)), 500)).toBe(100)
    expect(triesOf(index => guess(`name ${index}`, 'elsewhere'), 500)).toBe(300)
  })

  it('lets no single address lock a name for everybody', () => {
    const { guess } = guesser()
    for (let index = 0; index < 1000; index += 1) triesOf(() => guess('a', '1'), 1)
    expect(triesOf(() => guess('a', '2'), 50)).toBe(10)
  })

  it('stops nobody where they signed in before, for tries of others at their name or address', () => {
    const { guess, right, wait } = guesser()
    const signIn = () => {
      guess('a', 'school')
      right('a', 'school')
    }
    signIn()
    triesOf(index => guess('a', `elsewhere ${index}`), 500)
    triesOf(index => guess(`name ${index}`, 'school'), 500)
    expect(() => guess('a', 'new'), 'their name is stopped elsewhere').toThrow('Too many tries')
    expect(() => guess('b', 'school'), 'and their address for others').toThrow('Too many tries')
    signIn()
    expect(
      triesOf(() => guess('a', 'school'), 50),
      'guessed there, it is stopped there',
    ).toBe(10)
    wait(31 * 24 * 3_600_000)
    triesOf(index => guess(`name ${index}`, 'school'), 500)
    expect(signIn, 'not known any more').toThrow('Too many tries')
  })

  it('never counts tries that were right', () => {
    const { guess, right } = guesser()
    const known = () => {
      guess('a', '1')
      right('a', '1')
    }
    expect(triesOf(known, 1000)).toBe(1000)
    for (let index = 0; index < 9; index += 1) guess('a', '1')
    known()
    expect(triesOf(() => guess('a', '1'), 50)).toBe(10)
  })
})
