import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSender } from './createSender.ts'
import { createEntries } from './entries.ts'
import { createMemoryStore } from './memoryStore.ts'
import { plainSealing } from './sealing.ts'
import { blind, fakeTimers, pass, TextService, textFor } from './testOutbox.ts'

beforeEach(fakeTimers)
afterEach(() => void vi.useRealTimers())

it('reminds the tab whose turn it is again while something is due and nothing happens', async () => {
  const clock = Date.now
  let ids = 0
  const newId = () => `id ${++ids}`
  const entries = createEntries({
    store: createMemoryStore(),
    sealing: plainSealing,
    clock,
    newId,
    tell: () => undefined,
  })
  const remind = vi.fn()
  const service = new TextService(clock)
  const sender = createSender({
    entries,
    call: service.call,
    kinds: new Map([[blind.name, blind]]),
    userId: 7,
    clock,
    file: async () => undefined,
    allow: async () => true,
    isMine: () => false,
    conditions: [],
    done: () => undefined,
    remind,
  })
  await entries.add([{ kind: blind, entry: { input: textFor(5, 'Good'), lane: 'l' } }])
  await pass(1000)
  expect(remind).toHaveBeenCalledTimes(1)
  await pass(60_000, 5000)
  expect(remind.mock.calls.length).toBeGreaterThan(4)
  expect(service.calls).toEqual([])
  sender.stop()
})
