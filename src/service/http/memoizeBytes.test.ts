import { expect, it } from 'vitest'
import { memoizeBytes } from './memoizeBytes.ts'

/** Creates a cached function that doubles a text, and records its computations. */
function createDoubler(maxSize: number) {
  const computed: string[] = []
  const bytesOf = memoizeBytes(text => {
    computed.push(text)
    return text + text
  }, maxSize)
  return { computed, double: (text: string) => new TextDecoder().decode(bytesOf(text)) }
}

it('memoizeBytes computes each text once', () => {
  const { computed, double } = createDoubler(100)
  expect([double('a'), double('a'), double('b'), double('a')]).toEqual(['aa', 'aa', 'bb', 'aa'])
  expect(computed).toEqual(['a', 'b'])
})

it('memoizeBytes limits the size of its cache and evicts the least recently used entry', () => {
  const { computed, double } = createDoubler(9)
  for (const text of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) double(text)
  expect(computed).toEqual(['a', 'b', 'c', 'd', 'b'])
  expect(double('too long for it')).toBe('too long for ittoo long for it')
  double('a')
  expect(computed.at(-1)).toBe('a')
})
