import { expect, it } from 'vitest'
import { createSaver } from './school.ts'

/** The test ends each write. */
function slowWrites() {
  const written: number[] = []
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const failures: unknown[] = []
  const now = { state: 0 }
  const saver = createSaver(
    () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const state = now.state
      ends.push({ resolve, reject })
      return promise.then(() => void written.push(state))
    },
    error => failures.push(error),
  )
  return { keeper: saver, now, written, ends, failures }
}

it('changes during a write share the next write', async () => {
  const { keeper: saver, now, written, ends } = slowWrites()
  now.state = 1
  const first = saver.save()
  now.state = 2
  const second = saver.save()
  now.state = 3
  const third = saver.save()
  expect(ends).toHaveLength(1)
  ends[0]?.resolve()
  await first
  await Promise.resolve()
  expect(ends).toHaveLength(2)
  ends[1]?.resolve()
  await Promise.all([second, third])
  expect(written).toEqual([1, 3])
})

it('reports a failed write, and tries again with the next change', async () => {
  const { keeper: saver, now, written, ends, failures } = slowWrites()
  const first = saver.save()
  ends[0]?.reject(new Error('full'))
  await first
  expect(failures).toHaveLength(1)
  now.state = 2
  const second = saver.save()
  ends[1]?.resolve()
  await second
  expect(written).toEqual([2])
})
