import { describe, expect } from 'vitest'
import { ApiError } from '../../api/client/ApiError.ts'
import type { CallOptions } from '../../api/client/call.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { permissions } from '../../contract/permissions.ts'
import type { submissions } from '../../contract/submissions.ts'
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
import type { WriteKind } from './Writes.ts'

const states = (outbox: Outbox) => outbox.writes.list().map(({ state }) => state)
const add = (outbox: Outbox, pupil: number, text: string, rest: object = {}) =>
  outbox.writes.add(verifiableWrite, { input: correctionInput(pupil, text), lane: `lane/${pupil}`, ...rest })

describe('an uncertain write', () => {
  const uncertain = async (browser: Browser) => {
    const outbox = await browser.tab()
    browser.service.outcomes = ['lostBefore']
    const [id = ''] = await outbox.writes.add(verifiableWrite, {
      input: correctionInput(5, 'By me'),
      lane: 'l',
    })
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['uncertain'])
    return { outbox, id }
  }
  const posts = (browser: Browser) => browser.service.calls.filter(call => call === 'POST 5')

  test('is sent again only by retry(), once for each call', async ({ browser }) => {
    const { outbox, id } = await uncertain(browser)
    await advanceTime(10 * 60_000, 30_000)
    expect(posts(browser)).toHaveLength(1)
    browser.service.outcomes = ['lostBefore']
    await outbox.writes.retry(id)
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['uncertain'])
    expect(posts(browser)).toHaveLength(2)
    await outbox.writes.retry(id)
    await advanceTime(1000)
    expect(browser.service.executed).toEqual(['5: By me'])
  })

  test('is completed by retry() without a request if it was executed', async ({ browser }) => {
    const { outbox, id } = await uncertain(browser)
    browser.service.texts.set(5, { text: 'By me', by: 7 })
    await outbox.writes.retry(id)
    await advanceTime(1000)
    expect(states(outbox)).toEqual(['done'])
    expect(posts(browser)).toHaveLength(1)
  })

  test('is found by retry() even if another request was refused in between', async ({ browser }) => {
    const { outbox, id } = await uncertain(browser)
    browser.service.outcomes = ['busy', 'refused']
    await outbox.writes.retry(id)
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['failed'])
    browser.service.texts.set(5, { text: 'By me', by: 7 })
    await outbox.writes.retry(id)
    await advanceTime(1000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual([])
  })

  test('never overwrites text that another user wrote in the meantime', async ({ browser }) => {
    const { outbox, id } = await uncertain(browser)
    browser.service.texts.set(5, { text: 'By Ruiz', by: 9 })
    await outbox.writes.retry(id)
    await advanceTime(10_000)
    expect(outbox.writes.list()[0]).toMatchObject({ state: 'conflict', remote: { text: 'By Ruiz' } })
    expect(browser.service.executed).toEqual([])
  })
})

describe('a lost response', () => {
  test('is verified by a read, and a completed write is not sent again', async ({ browser }) => {
    const outbox = await browser.tab()
    browser.service.outcomes = ['lostAfter']
    await add(outbox, 5, 'Good')
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.executed).toEqual(['5: Good'])
  })

  test('makes the write uncertain if it can’t be verified', async ({ browser }) => {
    const outbox = await browser.tab()
    browser.service.outcomes = ['lostAfter']
    const [id = ''] = await outbox.writes.add(
      unverifiableWrite,
      { input: correctionInput(5, 'a'), lane: 'l' },
      { input: correctionInput(5, 'b'), lane: 'l' },
    )
    await advanceTime(60_000, 5000)
    expect(states(outbox)).toEqual(['uncertain', 'waiting'])
    await outbox.writes.retry(id)
    await advanceTime(1000)
    expect(browser.service.executed).toEqual(['5: a', '5: a', '5: b'])
  })

  test('keeps the write in the state sending until the resource can be read', async ({ browser }) => {
    const outbox = await browser.tab()
    browser.service.outcomes = ['error500']
    browser.service.readOutcomes = ['ok', 'lostBefore', 'error500', 'busy']
    await add(outbox, 5, 'Good')
    await advanceTime(2000)
    expect(states(outbox)).toEqual(['sending'])
    await advanceTime(30_000)
    expect(outbox.writes.list()[0]).toMatchObject({ state: 'uncertain' })
    expect(browser.service.calls.filter(call => call === 'POST 5')).toHaveLength(1)
  })

  test('repeats a DELETE, which is idempotent', async ({ browser }) => {
    const removing = { name: 'removing', endpoint: permissions.remove }
    const outbox = await browser.tab({ kinds: [removing] })
    browser.service.outcomes = ['error500', 'lostBefore']
    await outbox.writes.add(removing, { input: { permission_id: 5 }, lane: 'l' })
    await advanceTime(10_000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.calls).toEqual(['DELETE 0', 'DELETE 0', 'DELETE 0'])
  })
})

describe('a kind with checksBeforeSending', () => {
  test('reads before it repeats a DELETE', async ({ browser }) => {
    let isThere = true
    const removing: WriteKind<typeof permissions.remove> = {
      name: 'removing',
      endpoint: permissions.remove,
      checksBeforeSending: true,
      wasApplied: async () => !isThere,
    }
    let requests = 0
    const outbox = await browser.tab({
      kinds: [removing],
      call: async (_endpoint: Endpoint, _input: object, options?: CallOptions): Promise<never> => {
        await options?.onBeforeSend?.()
        requests += 1
        if (!isThere) throw new ApiError('notFound', { endpoint: permissions.remove, status: 404 })
        isThere = false
        throw new ApiError('offline', { endpoint: permissions.remove })
      },
    })
    await outbox.writes.add(removing, { input: { permission_id: 5 }, lane: 'l' })
    await advanceTime(60_000, 1000)
    expect(states(outbox)).toEqual(['done'])
    expect(requests).toBe(1)
  })

  const checking: typeof verifiableWrite = { ...verifiableWrite, name: 'checking', checksBeforeSending: true }

  test('is not sent if it has the same effect as an earlier write', async ({ browser }) => {
    const outbox = await browser.tab({ kinds: [checking] })
    browser.service.texts.set(5, { text: 'Good', by: 7 })
    await outbox.writes.add(checking, { input: correctionInput(5, 'Good'), lane: 'l' })
    await advanceTime(1000)
    expect(states(outbox)).toEqual(['done'])
    expect(browser.service.calls).toEqual(['GET 5'])
  })
})

describe('completed writes of a lane', () => {
  test('are passed as `earlier` to the next write', async ({ browser }) => {
    const earlier: unknown[] = []
    const knowing: WriteKind<typeof submissions.correct, unknown, { responseText: string }> = {
      ...unverifiableWrite,
      name: 'knowing',
      toResult: response => ({ responseText: JSON.stringify(response) }),
      async wasApplied(sent) {
        earlier.push(...sent.earlier.map(({ result }) => result))
        return undefined
      },
    }
    const outbox = await browser.tab({ kinds: [knowing] })
    const send = (text: string) => outbox.writes.add(knowing, { input: correctionInput(5, text), lane: 'l' })
    await send('a')
    await advanceTime(1000)
    browser.service.outcomes = ['lostBefore', 'lostBefore']
    const [id = ''] = await send('b')
    await advanceTime(1000)
    expect(await outbox.writes.cancel(id)).toBe(true)
    expect(states(outbox)).toEqual(['done'])
    earlier.length = 0
    await send('c')
    await advanceTime(1000)
    expect(earlier).toEqual([{ responseText: '{"text":"a","by":7}' }, undefined])
    expect(states(outbox)).toEqual(['done', 'uncertain'])
  })
})

test('a write of a closed tab becomes uncertain and is not repeated', async ({ browser }) => {
  const dying = await browser.tab({
    call: async (endpoint: Endpoint, input: object, options?: CallOptions) => {
      await browser.service.call(endpoint, input, options)
      return new Promise<never>(() => undefined)
    },
  })
  await dying.writes.add(unverifiableWrite, { input: correctionInput(6, 'Blind'), lane: 'l' })
  await settle()
  dying.stop()
  const outbox = await browser.tab()
  await advanceTime(10_000)
  expect(states(outbox)).toEqual(['uncertain'])
  expect(browser.service.executed).toEqual(['6: Blind'])
})
