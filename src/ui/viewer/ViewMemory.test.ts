import { afterEach, expect, it, vi } from 'vitest'
import { createViewMemory } from './ViewMemory.ts'

const file = (id: number) => ({ id, name: `${id}.txt`, type: 'text/plain', size: 4 })
const blob = (text: string) => new Blob([text])
const textOf = (views: ReturnType<typeof createViewMemory>, id: number) => {
  const content = views.getContent(id)
  return content?.kind === 'text' ? content.text : undefined
}

afterEach(() => void vi.useRealTimers())

it('stores zoom and rotation per file', () => {
  const views = createViewMemory()
  views.setView(1, { zoom: 1.25, rotation: 90 })
  expect(views.getView(1)).toEqual({ zoom: 1.25, rotation: 90 })
  expect(views.getView(2)).toEqual({ zoom: 'width', rotation: 0 })
})

it('has a prepared file, and notifies subscribers', async () => {
  const views = createViewMemory()
  const onChange = vi.fn()
  const unsubscribe = views.subscribe(onChange)
  await views.prepare(file(1), blob('one'))
  expect(textOf(views, 1)).toBe('one')
  expect(onChange).toHaveBeenCalledTimes(1)
  unsubscribe()
  await views.prepare(file(2), blob('two'))
  expect(onChange).toHaveBeenCalledTimes(1)
})

it('prepares a file once for several calls', async () => {
  const views = createViewMemory()
  await Promise.all([views.prepare(file(1), blob('first')), views.prepare(file(1), blob('second'))])
  await views.prepare(file(1), blob('third'))
  expect(textOf(views, 1)).toBe('first')
})

it('evicts the least recently shown file, never the current', async () => {
  // Two texts of four characters.
  const views = createViewMemory(16)
  await views.prepare(file(1), blob('aaaa'))
  await views.prepare(file(2), blob('bbbb'))
  views.setCurrent(1)
  await views.prepare(file(3), blob('cccc'))
  expect([1, 2, 3].map(id => textOf(views, id))).toEqual(['aaaa', undefined, 'cccc'])
  await views.prepare(file(4), blob('a text that exceeds the whole cache'))
  expect([1, 3].map(id => textOf(views, id))).toEqual(['aaaa', undefined])
  expect(textOf(views, 4)).toBe('a text that exceeds the whole cache')
})

it('caches the content of 12 files, and more views', async () => {
  const views = createViewMemory()
  views.setView(1, { zoom: 2, rotation: 180 })
  for (let id = 1; id <= 15; id += 1) await views.prepare(file(id), blob(''))
  const cachedIds = Array.from({ length: 15 }, (_, index) => index + 1).filter(id => views.getContent(id))
  expect(cachedIds).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(views.getView(1)).toEqual({ zoom: 2, rotation: 180 })
})

it('is emptied 5 s after the last viewer unmounts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const views = createViewMemory()
  const release = views.retain()
  await views.prepare(file(1), blob('one'))
  release()
  const releaseAgain = views.retain()
  vi.advanceTimersByTime(5000)
  expect(textOf(views, 1)).toBe('one')
  releaseAgain()
  vi.advanceTimersByTime(5000)
  expect(views.getContent(1)).toBeUndefined()
})

it('drops preparations that began before it was emptied', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const views = createViewMemory()
  views.retain()()
  const preparation = views.prepare(file(1), blob('one'))
  vi.advanceTimersByTime(5000)
  await preparation
  expect(views.getContent(1)).toBeUndefined()
  await views.prepare(file(1), blob('again'))
  expect(textOf(views, 1)).toBe('again')
})
