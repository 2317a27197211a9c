import { afterEach, expect, it, vi } from 'vitest'
import { createViewMemory } from './ViewMemory.ts'

const file = (id: number) => ({ id, name: `${id}.txt`, type: 'text/plain', size: 4 })
const blob = (text: string) => new Blob([text])
const textOf = (views: ReturnType<typeof createViewMemory>, id: number) => {
  const content = views.content(id)
  return content?.kind === 'text' ? content.text : undefined
}

afterEach(() => void vi.useRealTimers())

it('remembers how each file was looked at, and fits what is new', () => {
  const views = createViewMemory()
  views.setView(1, { zoom: 1.25, turn: 90 })
  expect(views.view(1)).toEqual({ zoom: 1.25, turn: 90 })
  expect(views.view(2)).toEqual({ zoom: 'width', turn: 0 })
})

it('has a file ready once it was prepared, and says so', async () => {
  const views = createViewMemory()
  const told = vi.fn()
  const stop = views.subscribe(told)
  await views.prepare(file(1), blob('one'))
  expect(textOf(views, 1)).toBe('one')
  expect(told).toHaveBeenCalledTimes(1)
  stop()
  await views.prepare(file(2), blob('two'))
  expect(told).toHaveBeenCalledTimes(1)
})

it('prepares a file once, however often it is asked', async () => {
  const views = createViewMemory()
  await Promise.all([views.prepare(file(1), blob('first')), views.prepare(file(1), blob('second'))])
  await views.prepare(file(1), blob('third'))
  expect(textOf(views, 1)).toBe('first')
})

it('lets the least lately shown give way, never what is shown', async () => {
  // Room for two texts of four characters.
  const views = createViewMemory(16)
  await views.prepare(file(1), blob('aaaa'))
  await views.prepare(file(2), blob('bbbb'))
  views.show(1)
  await views.prepare(file(3), blob('cccc'))
  expect([1, 2, 3].map(id => textOf(views, id))).toEqual(['aaaa', undefined, 'cccc'])
  await views.prepare(file(4), blob('a text that takes all the room there is'))
  expect([1, 3].map(id => textOf(views, id))).toEqual(['aaaa', undefined])
  expect(textOf(views, 4)).toBe('a text that takes all the room there is')
})

it('keeps a dozen files at most, and how more were looked at', async () => {
  const views = createViewMemory()
  views.setView(1, { zoom: 2, turn: 180 })
  for (let id = 1; id <= 15; id += 1) await views.prepare(file(id), blob(''))
  const kept = Array.from({ length: 15 }, (_, index) => index + 1).filter(id => views.content(id))
  expect(kept).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
  expect(views.view(1)).toEqual({ zoom: 2, turn: 180 })
})

it('is emptied a moment after the last viewer is gone, not between two of them', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const views = createViewMemory()
  const leave = views.hold()
  await views.prepare(file(1), blob('one'))
  leave()
  const leaveAgain = views.hold()
  vi.advanceTimersByTime(5000)
  expect(textOf(views, 1)).toBe('one')
  leaveAgain()
  vi.advanceTimersByTime(5000)
  expect(views.content(1)).toBeUndefined()
})

it('keeps nothing of what was begun before it was emptied', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const views = createViewMemory()
  views.hold()()
  const begun = views.prepare(file(1), blob('one'))
  vi.advanceTimersByTime(5000)
  await begun
  expect(views.content(1)).toBeUndefined()
  await views.prepare(file(1), blob('again'))
  expect(textOf(views, 1)).toBe('again')
})
