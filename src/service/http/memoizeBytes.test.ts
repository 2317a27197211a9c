import { expect, it } from 'vitest'
import { memoizeBytes } from './memoizeBytes.ts'

/** Creates a cached function that doubles a text, and records its computations. */
function createDoubler(most: number) {
  const made: string[] = []
  const bytesOf = memoizeBytes(text => {
    made.push(text)
    return text + text
  }, most)
  return { made, double: (text: string) => new TextDecoder().decode(bytesOf(text)) }
}

it('memoizeBytes computes each text once', () => {
  const { made, double } = createDoubler(100)
  expect([double('a'), double('a'), double('b'), double('a')]).toEqual(['aa', 'aa', 'bb', 'aa'])
  expect(made).toEqual(['a', 'b'])
})

it('memoizeBytes limits the size of its cache and evicts the least recently used entry', () => {
  const { made, double } = createDoubler(9)
  for (const text of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) double(text)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
  expect(double('too long for it')).toBe('too long for ittoo long for it')
  double('a')
  expect(made.at(-1)).toBe('a')
})
