import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  advanceTime,
  correctionInput,
  fakeTimers,
  TextService,
  unverifiableWrite,
} from '../../testing/testOutbox.ts'
import { noEncryption } from '../storage/encryption.ts'
import { createMemoryStore } from '../storage/memoryStore.ts'
import type { Store } from '../storage/Store.ts'
import { createSender } from './createSender.ts'
import { createEntries } from './entries.ts'
import type { WriteKind } from './Writes.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

/** Creates a sender whose storage can fail. */
function sender(isLeader: boolean, kinds: readonly WriteKind[]) {
  const clock = Date.now
  let ids = 0
  /** All changes after this number fail. */
  const refusal = { after: Number.POSITIVE_INFINITY, refused: 0 }
  const memory = createMemoryStore()
  const store: Store = {
    ...memory,
    async write(tables, work) {
      refusal.after -= 1
      if (refusal.after >= 0) return memory.write(tables, work)
      refusal.refused += 1
      // An endless loop of microtasks would never let the test end.
      if (refusal.refused > 100) refusal.after = Number.POSITIVE_INFINITY
      throw new Error('no room')
    },
  }
  const entries = createEntries({
    store,
    encryption: noEncryption,
    clock,
    newId: () => `id ${++ids}`,
    notifyTabs: () => undefined,
  })
  const notifyLeader = vi.fn()
  const service = new TextService(clock)
  const sender = createSender({
    entries,
    call: service.call,
    kinds: new Map(kinds.map(kind => [kind.name, kind])),
    userId: 7,
    clock,
    getFile: async () => undefined,
    confirmLeadership: async () => true,
    isLeader: () => isLeader,
    supportsKeys: () => false,
    conditions: [],
    onDone: () => undefined,
    onRemoved: () => undefined,
    notifyLeader,
  })
  return { sender, entries, service, notifyLeader, refusal }
}

it('notifies the leader tab repeatedly while a due entry is not sent', async () => {
  const { sender: testSender, entries, service, notifyLeader } = sender(false, [unverifiableWrite])
  await entries.add([{ kind: unverifiableWrite, entry: { input: correctionInput(5, 'Good'), lane: 'l' } }])
  await advanceTime(1000)
  expect(notifyLeader).toHaveBeenCalledTimes(1)
  await advanceTime(60_000, 5000)
  expect(notifyLeader.mock.calls.length).toBeGreaterThan(4)
  expect(service.calls).toEqual([])
  testSender.stop()
})

it('sends a delayed write on time although the clock was set back', async () => {
  const { sender: testSender, entries, service } = sender(true, [unverifiableWrite])
  await entries.add([
    {
      kind: unverifiableWrite,
      entry: { input: correctionInput(5, 'Good'), lane: 'l', notBefore: Date.now() + 10_000 },
    },
  ])
  await advanceTime(9_000)
  expect(service.calls).toEqual([])
  vi.setSystemTime(Date.now() - 60 * 60_000)
  await advanceTime(1_000)
  expect(service.calls).toEqual(['POST 5'])
  testSender.stop()
})

it('retries the deletion of orphaned entries while the storage fails', async () => {
  const upload: WriteKind = { ...unverifiableWrite, name: 'upload', prepares: 'message' }
  const { sender: testSender, entries, service, refusal } = sender(true, [upload])
  const orphan = { kind: upload, entry: { input: correctionInput(5, 'a.pdf'), lane: 'l', group: 'gone' } }
  refusal.after = 1
  await entries.add([orphan, orphan])
  await advanceTime(12_000)
  expect(refusal.refused).toBeLessThan(10)
  refusal.after = Number.POSITIVE_INFINITY
  await advanceTime(12_000)
  expect(entries.list()).toEqual([])
  expect(service.calls).toEqual([])
  testSender.stop()
})
