import { describe, expect } from 'vitest'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import {
  advanceTime,
  correctionInput,
  test,
  unverifiableWrite,
  verifiableWrite,
} from '../../testing/testOutbox.ts'
import type { Outbox } from '../Outbox.ts'

const states = (outbox: Outbox) => outbox.writes.list().map(({ state }) => state)
const add = (outbox: Outbox, pupil: number, text: string, rest: object = {}) =>
  outbox.writes.add(verifiableWrite, { input: correctionInput(pupil, text), lane: `lane/${pupil}`, ...rest })

describe('sending', () => {
  test('fetches the resource, sends once and reports the response', async ({ browser }) => {
    const outbox = await browser.tab()
    const done: unknown[] = []
    outbox.writes.onDone((write, response) => done.push([write.lane, response]))
    await add(outbox, 5, 'Good')
    await advanceTime(1000)
    expect(browser.service.calls).toEqual(['GET 5', 'POST 5'])
    expect(states(outbox)).toEqual(['done'])
    expect(done).toEqual([['lane/5', { text: 'Good', by: 7 }]])
    await advanceTime(11 * 60_000, 30_000)
    expect(outbox.writes.list()).toEqual([])
  })

  test('keeps the order of a lane, and sends three lanes at a time', async ({ browser }) => {
    const outbox = await browser.tab()
    let inFlight = 0
    let maxInFlight = 0
    const { call } = browser.service
    await outbox.stop()
    const slow = await browser.tab({
      call: async (endpoint: Endpoint, input: object, options?: CallOptions) => {
        inFlight += 1
        maxInFlight = Math.max(maxInFlight, inFlight)
        await new Promise(resolve => setTimeout(resolve, 100))
        inFlight -= 1
        return call(endpoint, input, options)
      },
    })
    for (let pupil = 1; pupil <= 6; pupil += 1) {
      await slow.writes.add(
        unverifiableWrite,
        { input: correctionInput(pupil, 'a'), lane: `l${pupil}` },
        { input: correctionInput(pupil, 'b'), lane: `l${pupil}` },
      )
    }
    await advanceTime(3000, 50)
    expect(maxInFlight).toBe(3)
    for (let pupil = 1; pupil <= 6; pupil += 1) {
      expect(browser.service.executed.filter(one => one.startsWith(`${pupil}:`))).toEqual([
        `${pupil}: a`,
        `${pupil}: b`,
      ])
    }
  })

  test('stops at a conflict, and overwrites it on retry', async ({ browser }) => {
    const outbox = await browser.tab()
    browser.service.texts.set(5, { text: 'By Ruiz', by: 9 })
    const [id = ''] = await add(outbox, 5, 'By me')
    await advanceTime(1000)
    expect(outbox.writes.list()[0]).toMatchObject({ state: 'conflict', remote: { text: 'By Ruiz', by: 9 } })
    expect(browser.service.executed).toEqual([])
    await outbox.writes.retry(id)
    await advanceTime(1000)
    expect(browser.service.executed).toEqual(['5: By me'])
    expect(states(outbox)).toEqual(['done'])
  })
})

test('retry() overwrites only the version that the user saw', async ({ browser }) => {
  const outbox = await browser.tab()
  browser.service.texts.set(5, { text: 'By Ruiz', by: 9 })
  const [id = ''] = await add(outbox, 5, 'By me')
  await advanceTime(1000)
  browser.service.texts.set(5, { text: 'By Ruiz, better', by: 9 })
  await outbox.writes.retry(id)
  await advanceTime(1000)
  expect(outbox.writes.list()[0]).toMatchObject({ state: 'conflict', remote: { text: 'By Ruiz, better' } })
  expect(browser.service.executed).toEqual([])
  browser.service.outcomes = ['lostBefore']
  await outbox.writes.retry(id)
  await advanceTime(10_000)
  expect(states(outbox)).toEqual(['uncertain'])
  await outbox.writes.retry(id)
  await advanceTime(1000)
  expect(browser.service.executed).toEqual(['5: By me'])
})

test('reports in sentAt when the request was sent', async ({ browser }) => {
  const outbox = await browser.tab({
    call: async (endpoint: Endpoint, input: object, options?: CallOptions) => {
      const response = await browser.service.call(endpoint, input, options)
      await new Promise(resolve => setTimeout(resolve, 2000))
      return response
    },
  })
  const sentTimes: unknown[] = []
  outbox.writes.onDone(({ sentAt }) => sentTimes.push(sentAt))
  const now = Date.now()
  await outbox.writes.add(unverifiableWrite, { input: correctionInput(5, 'Good'), lane: 'l' })
  await advanceTime(3000)
  expect(sentTimes).toEqual([now])
})

test('waits after a 429, without a session and without a network', async ({ browser }) => {
  const outbox = await browser.tab()
  browser.service.outcomes = ['busy']
  await add(outbox, 5, 'Good')
  await advanceTime(2000)
  expect(outbox.writes.list()[0]).toMatchObject({ state: 'waiting', error: { kind: 'busy' } })
  await advanceTime(2000)
  expect(states(outbox)).toEqual(['done'])
  browser.active.set(false)
  await add(outbox, 6, 'Later')
  await advanceTime(5000)
  expect(states(outbox)).toEqual(['done', 'waiting'])
  browser.online.set(false)
  browser.active.set(true)
  await advanceTime(5000)
  expect(states(outbox)).toEqual(['done', 'waiting'])
  browser.online.set(true)
  await advanceTime(1000)
  expect(states(outbox)).toEqual(['done', 'done'])
})

test('a refused write pauses its lane and can be cancelled', async ({ browser }) => {
  const outbox = await browser.tab()
  browser.service.outcomes = ['refused']
  const [first = ''] = await add(outbox, 5, 'Bad')
  await add(outbox, 5, 'Next')
  await advanceTime(5000)
  expect(outbox.writes.list().map(({ state, error }) => [state, error?.kind])).toEqual([
    ['failed', 'invalid'],
    ['waiting', undefined],
  ])
  expect(await outbox.writes.cancel(first)).toBe(true)
  await advanceTime(1000)
  expect(browser.service.executed).toEqual(['5: Next'])
})

test('sends at notBefore, and can be cancelled until then', async ({ browser }) => {
  const outbox = await browser.tab()
  const notBefore = Date.now() + 10_000
  const [one = ''] = await add(outbox, 5, 'One', { notBefore })
  const [two = ''] = await add(outbox, 6, 'Two', { notBefore })
  await advanceTime(9000)
  expect(browser.service.calls).toEqual([])
  expect(await outbox.writes.cancel(one)).toBe(true)
  await advanceTime(2000)
  expect(await outbox.writes.cancel(two)).toBe(false)
  expect(browser.service.executed).toEqual(['6: Two'])
})

describe('several tabs', () => {
  test.for([
    ['locks', {}],
    ['leases', { locks: undefined }],
  ] as const)(
    'send once with %s, and another tab continues when the sending tab closes',
    async ([, options], { browser }) => {
      const one = await browser.tab(options)
      const two = await browser.tab(options)
      await advanceTime(1000)
      await add(two, 5, 'Good')
      await advanceTime(2000)
      expect(browser.service.executed).toEqual(['5: Good'])
      expect([states(one), states(two)]).toEqual([['done'], ['done']])
      one.stop()
      await add(two, 6, 'Next')
      await advanceTime(20_000)
      expect(browser.service.executed).toEqual(['5: Good', '6: Next'])
    },
  )

  test('receive the response from the leader tab', async ({ browser }) => {
    await browser.tab()
    const two = await browser.tab()
    const received: unknown[] = []
    two.writes.onDone((write, response) => received.push([write.lane, response]))
    await add(two, 5, 'Good')
    await advanceTime(1000)
    expect(received).toEqual([['lane/5', { text: 'Good', by: 7 }]])
  })
})
