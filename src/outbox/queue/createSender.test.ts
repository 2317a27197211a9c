import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { blind, fakeTimers, pass, TextService, textFor } from '../../testing/testOutbox.ts'
import { createMemoryStore } from '../storage/memory.ts'
import type { Store } from '../storage/Store.ts'
import { plainSealing } from '../storage/sealing.ts'
import { createSender } from './createSender.ts'
import { createEntries } from './entries.ts'
import type { WriteKind } from './Writes.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

/** A sender of its own over a storage that a test can make refuse. */
function sender(isMine: boolean, kinds: readonly WriteKind[]) {
  const clock = Date.now
  let ids = 0
  /** Refuses everything once so many changes were taken. */
  const refusal = { after: Number.POSITIVE_INFINITY, refused: 0 }
  const memory = createMemoryStore()
  const store: Store = {
    ...memory,
    async change(tables, work) {
      refusal.after -= 1
      if (refusal.after >= 0) return memory.change(tables, work)
      refusal.refused += 1
      // A loop of microtasks would never let the test end.
      if (refusal.refused > 100) refusal.after = Number.POSITIVE_INFINITY
      throw new Error('no room')
    },
  }
  const entries = createEntries({
    store,
    sealing: plainSealing,
    clock,
    newId: () => `id ${++ids}`,
    tell: () => undefined,
  })
  const remind = vi.fn()
  const service = new TextService(clock)
  const sender = createSender({
    entries,
    call: service.call,
    kinds: new Map(kinds.map(kind => [kind.name, kind])),
    userId: 7,
    clock,
    file: async () => undefined,
    allow: async () => true,
    isMine: () => isMine,
    conditions: [],
    done: () => undefined,
    dropped: () => undefined,
    remind,
  })
  return { sender, entries, service, remind, refusal }
}

it('reminds the tab whose turn it is again while something is due and nothing happens', async () => {
  const { sender: its, entries, service, remind } = sender(false, [blind])
  await entries.add([{ kind: blind, entry: { input: textFor(5, 'Good'), lane: 'l' } }])
  await pass(1000)
  expect(remind).toHaveBeenCalledTimes(1)
  await pass(60_000, 5000)
  expect(remind.mock.calls.length).toBeGreaterThan(4)
  expect(service.calls).toEqual([])
  its.stop()
})

it('drops what serves nothing any more now and then, while the storage refuses', async () => {
  const upload: WriteKind = { ...blind, name: 'upload', serves: 'message' }
  const { sender: its, entries, service, refusal } = sender(true, [upload])
  const orphan = { kind: upload, entry: { input: textFor(5, 'a.pdf'), lane: 'l', group: 'gone' } }
  refusal.after = 1
  await entries.add([orphan, orphan])
  await pass(12_000)
  expect(refusal.refused).toBeLessThan(10)
  refusal.after = Number.POSITIVE_INFINITY
  await pass(12_000)
  expect(entries.list()).toEqual([])
  expect(service.calls).toEqual([])
  its.stop()
})
