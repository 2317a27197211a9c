import { describe, expect } from 'vitest'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  advanceTime,
  type Browser,
  correctionInput,
  settle,
  test,
  unverifiableWrite,
  verifiableWrite,
} from '../../testing/testOutbox.ts'
import type { Outbox } from '../Outbox.ts'

const hour = 3_600_000

test.beforeEach(({ browser }) => {
  browser.service.responsesByKey = new Map()
})

const states = (outbox: Outbox) => outbox.writes.list().map(({ state }) => state)

describe('with a service that supports keys, a lost response', () => {
  test.for(['lostAfter', 'lostBefore', 'error500', 'error503'] as const)(
    'causes another request with the same key, without a read: %s',
    async (outcome, { browser }) => {
      const outbox = await browser.tab()
      browser.service.outcomes = [outcome]
      await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
      await advanceTime(2000)
      expect(states(outbox)).toEqual(['done'])
      expect(browser.service.calls).toEqual(['POST 5', 'POST 5'])
      expect(browser.service.executed).toEqual(['5: Good'])
      const { keys } = browser.service
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
      expect(keys[1]).toBe(keys[0])
    },
  )

  test('uses a different key for each write', async ({ browser }) => {
    const outbox = await browser.tab()
    const input = correctionInput(5, 'Good')
    await outbox.writes.add(unverifiableWrite, { input, lane: 'l' }, { input, lane: 'l' })
    await advanceTime(2000)
    expect(browser.service.executed).toEqual(['5: Good', '5: Good'])
    expect(new Set(browser.service.keys).size).toBe(2)
  })

  test('is repeated during an outage, and is uncertain after internal errors', async ({ browser }) => {
    const outbox = await browser.tab()
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
    expect(new Set(browser.service.keys).size).toBe(1)
  })

  test('is repeated after a 429 and a 401', async ({ browser }) => {
    const outbox = await browser.tab()
    browser.service.outcomes = ['lostAfter', 'busy', 'signedOut']
    await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
    await advanceTime(2000)
    expect(states(outbox)).toEqual(['sending'])
    await advanceTime(20_000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual(['5: Good'])
  })

  test('is repeated by another tab after its tab was killed', async ({ browser }) => {
    const dying = await browser.tab({
      call: async (endpoint: Endpoint, input: object, options?: CallOptions) => {
        await browser.service.call(endpoint, input, options)
        return new Promise<never>(() => undefined)
      },
    })
    await dying.writes.add(unverifiableWrite, { input: correctionInput(6, 'Blind'), lane: 'l' })
    await settle()
    void dying.stop()
    const outbox = await browser.tab()
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual(['6: Blind'])
    expect(new Set(browser.service.keys).size).toBe(1)
  })

  test('is verified by a read after a second lost response', async ({ browser }) => {
    browser.service.outcomes = ['lostAfter', 'lostAfter', 'lostAfter']
    const { findConflict: _, ...adding } = verifiableWrite
    const outbox = await browser.tab({ kinds: [adding] })
    await outbox.writes.add(adding, { input: correctionInput(5, 'Good'), lane: 'l' })
    await advanceTime(5000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.calls).toEqual(['POST 5', 'POST 5', 'GET 5'])
    expect(browser.service.executed).toEqual(['5: Good'])
  })

  test('is not repeated when the service may have deleted the key', async ({ browser }) => {
    const outbox = await browser.tab()
    browser.service.outcomes = ['lostAfter', 'lostBefore']
    await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
    await settle()
    browser.active.set(false)
    await advanceTime(24 * hour, hour)
    browser.active.set(true)
    await advanceTime(1000)
    expect(states(outbox)).toEqual(['uncertain'])
    expect(browser.service.calls).toEqual(['POST 5', 'POST 5'])
  })
})

describe('a write that replaces content, with a service that supports keys', () => {
  const add = async (browser: Browser) => {
    const outbox = await browser.tab({ kinds: [verifiableWrite] })
    const [id = ''] = await outbox.writes.add(verifiableWrite, {
      input: correctionInput(5, 'By me'),
      lane: 'l',
    })
    return { outbox, id }
  }

  test('is compared with the service before it is sent again', async ({ browser }) => {
    browser.service.outcomes = ['lostBefore']
    const { outbox } = await add(browser)
    await advanceTime(2000)
    expect(browser.service.calls).toEqual(['GET 5', 'POST 5', 'GET 5', 'GET 5', 'POST 5'])
    expect([states(outbox), browser.service.executed]).toEqual([['done'], ['5: By me']])
  })

  test('becomes a conflict, and retry() sends it with a new key', async ({ browser }) => {
    browser.service.outcomes = ['lostAfter']
    browser.service.readOutcomes = ['ok', 'lostBefore']
    const { outbox, id } = await add(browser)
    await settle()
    browser.service.texts.set(5, { text: 'By Ruiz', by: 9 })
    await advanceTime(2000)
    expect(outbox.writes.list()[0]).toMatchObject({ state: 'conflict', remote: { text: 'By Ruiz' } })
    await outbox.writes.retry(id)
    await advanceTime(2000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.texts.get(5)).toEqual({ text: 'By me', by: 7 })
    expect(new Set(browser.service.keys).size).toBe(2)
  })
})
