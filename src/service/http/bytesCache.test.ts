import { expect, it } from 'vitest'
import { createBytesCache } from './bytesCache.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

it('createBytesCache returns the stored bytes', () => {
  const cache = createBytesCache(100)
  expect(cache.get('a')).toBeUndefined()
  cache.set('a', bytesOf('one'))
  cache.set('a', bytesOf('two'))
  expect(cache.get('a')).toEqual(bytesOf('two'))
})

it('createBytesCache evicts the least recently used entry', () => {
  const cache = createBytesCache(9)
  for (const key of ['a', 'b', 'c']) cache.set(key, bytesOf('12'))
  cache.get('a')
  cache.set('d', bytesOf('12'))
  expect(['a', 'b', 'c', 'd'].filter(key => cache.get(key))).toEqual(['a', 'c', 'd'])
})

it('createBytesCache counts replaced entries once, and rejects too large ones', () => {
  const cache = createBytesCache(9)
  for (let write = 0; write < 10; write += 1) cache.set('a', bytesOf('12'))
  cache.set('b', bytesOf('12'))
  expect(cache.get('a')).toBeDefined()
  cache.set('large', bytesOf('123456789'))
  expect(['a', 'b', 'large'].filter(key => cache.get(key))).toEqual([])
})
