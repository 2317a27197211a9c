import { expect, it } from 'vitest'
import { madeOnce } from './madeOnce.ts'

/** Doubles a text, and counts how often. */
function doubling(most: number) {
  const made: string[] = []
  const bytesOf = madeOnce(text => {
    made.push(text)
    return text + text
  }, most)
  return { made, double: (text: string) => new TextDecoder().decode(bytesOf(text)) }
}

it('makes a text once, and another for what is not the same', () => {
  const { made, double } = doubling(100)
  expect([double('a'), double('a'), double('b'), double('a')]).toEqual(['aa', 'aa', 'bb', 'aa'])
  expect(made).toEqual(['a', 'b'])
})

it('keeps no more than it may: what was not asked for longest goes first', () => {
  const { made, double } = doubling(9)
  for (const text of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) double(text)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
  expect(double('too long for it')).toBe('too long for ittoo long for it')
  double('a')
  expect(made.at(-1)).toBe('a')
})
