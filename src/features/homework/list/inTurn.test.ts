import { expect, it } from 'vitest'
import { createTaskQueue } from './useFunnels.ts'

function slowly(limit: number) {
  const begun: number[] = []
  const ends = new Map<number, () => void>()
  const turns = createTaskQueue(limit, id => {
    begun.push(id)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(id, resolve)
    return promise
  })
  const end = async (id: number) => {
    ends.get(id)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { turns, begun, end }
}

it('runs two tasks at a time, in order', async () => {
  const { turns, begun, end } = slowly(2)
  turns.setIds([1, 2, 3, 4])
  expect(begun).toEqual([1, 2])
  await end(2)
  expect(begun).toEqual([1, 2, 3])
  await end(1)
  expect(begun).toEqual([1, 2, 3, 4])
})

it('drops IDs that are no longer wanted, and runs each task once until “again”', async () => {
  const { turns, begun, end } = slowly(1)
  turns.setIds([1, 2, 3])
  turns.setIds([3, 1])
  await end(1)
  expect(begun).toEqual([1, 3])
  await end(3)
  turns.setIds([1, 3])
  expect(begun).toEqual([1, 3])
  turns.reset()
  expect(begun).toEqual([1, 3, 1])
})
