import { expect, it } from 'vitest'
import { createTaskQueue } from './taskQueue.ts'

function createControlledQueue(limit: number) {
  const started: number[] = []
  const finishers = new Map<number, () => void>()
  const queue = createTaskQueue(limit, id => {
    started.push(id)
    const { promise, resolve } = Promise.withResolvers<void>()
    finishers.set(id, resolve)
    return promise
  })
  const finish = async (id: number) => {
    finishers.get(id)?.()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { queue, started, finish }
}

it('runs two tasks at a time, in order', async () => {
  const { queue, started, finish } = createControlledQueue(2)
  queue.setIds([1, 2, 3, 4])
  expect(started).toEqual([1, 2])
  await finish(2)
  expect(started).toEqual([1, 2, 3])
  await finish(1)
  expect(started).toEqual([1, 2, 3, 4])
})

it('drops unwanted IDs, and runs once until reset', async () => {
  const { queue, started, finish } = createControlledQueue(1)
  queue.setIds([1, 2, 3])
  queue.setIds([3, 1])
  await finish(1)
  expect(started).toEqual([1, 3])
  await finish(3)
  queue.setIds([1, 3])
  expect(started).toEqual([1, 3])
  queue.reset()
  expect(started).toEqual([1, 3, 1])
})
