import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  advanceTime,
  correctionInput,
  fakeTimers,
  settle,
  testBrowser,
  unverifiableWrite,
  verifiableWrite,
} from '../../testing/testOutbox.ts'
import type { Outbox } from '../Outbox.ts'

const hour = 3_600_000

let browser: ReturnType<typeof testBrowser>
let keys: (string | undefined)[]
beforeEach(() => {
  fakeTimers()
  browser = testBrowser()
  browser.service.responsesByKey = new Map()
  keys = []
})
afterEach(() => {
  browser.close()
  vi.useRealTimers()
})

const recording = async (endpoint: Endpoint, input: object, options: CallOptions = {}) => {
  if (endpoint.method !== 'GET') keys.push(options.key)
  return browser.service.call(endpoint, input, options)
}
const states = (outbox: Outbox) => outbox.writes.list().map(({ state }) => state)
const posts = () => browser.service.calls.filter(call => call.startsWith('POST'))

describe('with a service that supports keys, a lost response', () => {
  it.each(['lostAfter', 'lostBefore', 'error500', 'error503'] as const)(
    'causes another request with the same key, without a read: %s',
    async outcome => {
      const outbox = await browser.tab({ call: recording })
      browser.service.outcomes = [outcome]
      await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
      await advanceTime(2000)
      expect(states(outbox)).toEqual(['done'])
      expect(browser.service.calls).toEqual(['POST 5', 'POST 5'])
      expect(browser.service.executed).toEqual(['5: Good'])
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
      expect(keys[1]).toBe(keys[0])
    },
  )

  it('uses a different key for each write', async () => {
    const outbox = await browser.tab({ call: recording })
    const input = correctionInput(5, 'Good')
    await outbox.writes.add(unverifiableWrite, { input, lane: 'l' }, { input, lane: 'l' })
    await advanceTime(2000)
    expect(browser.service.executed).toEqual(['5: Good', '5: Good'])
    expect(new Set(keys).size).toBe(2)
  })

  it('is repeated during an outage, and is uncertain after internal errors', async () => {
    const outbox = await browser.tab({ call: recording })
    browser.service.isOnline = false
    const [id = ''] = await outbox.writes.add(unverifiableWrite, {
      input: correctionInput(5, 'Good'),
      lane: 'l',
    })
    await advanceTime(30 * 60_000, 10_000)
    expect(states(outbox)).toEqual(['sending'])
    browser.service.isOnline = true
    browser.service.outcomes = ['lostAfter', 'error500', 'error500', 'error500', 'error500', 'error500']
    await advanceTime(4 * 60_000, 1000)
    expect(states(outbox)).toEqual(['uncertain'])
    await outbox.writes.retry(id)
    await advanceTime(1000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual(['5: Good'])
    expect(new Set(keys).size).toBe(1)
  })

  it('is repeated after a 429 and a 401', async () => {
    const outbox = await browser.tab({ call: recording })
    browser.service.outcomes = ['lostAfter', 'busy', 'signedOut']
    await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
    await advanceTime(2000)
    expect(states(outbox)).toEqual(['sending'])
    await advanceTime(20_000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual(['5: Good'])
  })

  it('is repeated by another tab after its tab was killed', async () => {
    const dying = await browser.tab({
      call: async (endpoint: Endpoint, input: object, options?: CallOptions) => {
        await recording(endpoint, input, options)
        return new Promise<never>(() => undefined)
      },
    })
    await dying.writes.add(unverifiableWrite, { input: correctionInput(6, 'Blind'), lane: 'l' })
    await settle()
    void dying.stop()
    const outbox = await browser.tab({ call: recording })
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual(['6: Blind'])
    expect(new Set(keys).size).toBe(1)
  })

  it('is verified by a read after a second lost response', async () => {
    browser.service.outcomes = ['lostAfter', 'lostAfter', 'lostAfter']
    const { findConflict: _, ...adding } = verifiableWrite
    const outbox = await browser.tab({ call: recording, kinds: [adding] })
    await outbox.writes.add(adding, { input: correctionInput(5, 'Good'), lane: 'l' })
    await advanceTime(5000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.calls).toEqual(['POST 5', 'POST 5', 'GET 5'])
    expect(browser.service.executed).toEqual(['5: Good'])
  })

  it('is not repeated when the service may have deleted the key', async () => {
    const outbox = await browser.tab({ call: recording })
    browser.service.outcomes = ['lostAfter', 'lostBefore']
    await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
    await settle()
    browser.active.set(false)
    await advanceTime(24 * hour, hour)
    browser.active.set(true)
    await advanceTime(1000)
    expect(states(outbox)).toEqual(['uncertain'])
    expect(posts()).toHaveLength(2)
  })
})

describe('a write that replaces content, with a service that supports keys', () => {
  const add = async () => {
    const outbox = await browser.tab({ call: recording, kinds: [verifiableWrite] })
    const [id = ''] = await outbox.writes.add(verifiableWrite, {
      input: correctionInput(5, 'By me'),
      lane: 'l',
    })
    return { outbox, id }
  }

  it('is compared with the service before it is sent again', async () => {
    browser.service.outcomes = ['lostBefore']
    const { outbox } = await add()
    await advanceTime(2000)
    expect(browser.service.calls).toEqual(['GET 5', 'POST 5', 'GET 5', 'GET 5', 'POST 5'])
    expect([states(outbox), browser.service.executed]).toEqual([['done'], ['5: By me']])
  })

  it('becomes a conflict, and retry() sends it with a new key', async () => {
    browser.service.outcomes = ['lostAfter']
    browser.service.readOutcomes = ['ok', 'lostBefore']
    const { outbox, id } = await add()
    await settle()
    browser.service.texts.set(5, { text: 'By Ruiz', by: 9 })
    await advanceTime(2000)
    expect(outbox.writes.list()[0]).toMatchObject({ state: 'conflict', remote: { text: 'By Ruiz' } })
    await outbox.writes.retry(id)
    await advanceTime(2000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.texts.get(5)).toEqual({ text: 'By me', by: 7 })
    expect(new Set(keys).size).toBe(2)
  })
})
