import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftKeyOf, settings } from '../testing/fakeGateway.ts'
import { albrecht, openTestTabs, type TestTabs } from '../testing/testTabs.ts'

let gateway: TestTabs['gateway']
let tab: TestTabs['tab']
let signedIn: TestTabs['signedIn']
let settled: TestTabs['settled']
let close: TestTabs['close']

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 8) })
  ;({ gateway, tab, signedIn, settled, close } = openTestTabs(ms => vi.advanceTimersByTimeAsync(ms)))
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

describe('start', () => {
  it('sets the state to signedIn with the user, or to signedOut', async () => {
    const session = tab()
    expect(session.state()).toEqual({ kind: 'starting' })
    await settled(session.start())
    expect(session.state()).toEqual({ kind: 'signedOut', settings })
    gateway.signIn(albrecht)
    expect((await signedIn()).state()).toEqual({ kind: 'signedIn', user: albrecht, settings })
  })

  it('is retried until the gateway is reachable', async () => {
    gateway.signIn(albrecht)
    gateway.isDown = true
    const session = tab()
    await settled(session.start(), 10)
    expect(session.state()).toEqual({ kind: 'unreachable' })
    gateway.isDown = false
    await vi.advanceTimersByTimeAsync(2000)
    expect(session.state().kind).toBe('signedIn')
  })
})

it('keeps the draft key until sign-out', async () => {
  const session = await signedIn()
  const key = draftKeyOf(albrecht)
  expect(session.draftKey()).toBe(key)
  gateway.person = undefined
  await settled(session.fetch('/api/v2/me'))
  expect(session.state().kind).toBe('ended')
  expect(session.draftKey()).toBe(key)
  await settled(session.signOut())
  expect(session.draftKey()).toBeUndefined()
})

describe('session.fetch', () => {
  it('replays 20 parallel 401s after one refresh', async () => {
    const session = await signedIn()
    gateway.expire()
    const calls = Array.from({ length: 20 }, (_, index) =>
      session.fetch(`/api/v2/thing/${index}`, index % 2 ? { method: 'POST', body: `body ${index}` } : {}),
    )
    const responses = await settled(Promise.all(calls))
    expect(responses.map(response => response.status)).toEqual(Array(20).fill(200))
    expect(await responses[7]?.json()).toMatchObject({ body: 'body 7' })
    expect(gateway.refreshes).toBe(1)
    expect(gateway.count('POST /session/refresh')).toBe(1)
    expect(gateway.count('POST /api/v2/thing/7')).toBe(2)
  })

  it('does not refresh on 403 or with its own Authorization header', async () => {
    const session = await signedIn()
    expect((await settled(session.fetch('/api/v2/forbidden'))).status).toBe(403)
    const headers = { Authorization: 'Basic eDp5' }
    expect((await settled(session.fetch('/api/v2/never', { headers }))).status).toBe(401)
    expect(gateway.count('POST /session/refresh')).toBe(0)
    expect(session.state().kind).toBe('signedIn')
  })

  it('throws a TypeError unless the URL is an absolute path', async () => {
    const session = await signedIn()
    for (const path of ['https://evil.example/', '//evil.example', '/\\evil.example', 'api/v2/me']) {
      await expect(session.fetch(path)).rejects.toBeInstanceOf(TypeError)
    }
  })

  it('can be aborted while it waits for a refresh', async () => {
    const session = await signedIn()
    gateway.expire()
    gateway.latencyMs = 500
    const stop = new AbortController()
    const call = session.fetch('/api/v2/me', { signal: stop.signal })
    call.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(700)
    stop.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('repeats a refused request without a refresh if the token is new', async () => {
    const session = await signedIn()
    gateway.expire()
    gateway.refusalLatency.set('/api/v2/slow', 500)
    const responses = await settled(Promise.all([session.fetch('/api/v2/slow'), session.fetch('/api/v2/me')]))
    expect(responses.map(response => response.status)).toEqual([200, 200])
    expect(gateway.count('POST /session/refresh')).toBe(1)
  })
})

describe('signing out', () => {
  it('wipes all tabs, and ends the session at the gateway', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const wiped: string[] = []
    one.onWipe((reason, user) => void wiped.push(`one ${reason} ${user.id}`))
    two.onWipe((reason, user) => void wiped.push(`two ${reason} ${user.id}`))
    await settled(one.signOut())
    expect(wiped.sort()).toEqual(['one signedOut 1', 'two signedOut 1'])
    expect(one.state().kind).toBe('signedOut')
    expect(two.state().kind).toBe('signedOut')
    expect(gateway.person).toBeUndefined()
  })

  it('with switchAccount keeps drafts', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const silent = await signedIn({ openChannel: () => undefined })
    const late = await signedIn({ openChannel: () => undefined })
    const wiped: string[] = []
    for (const [name, session] of Object.entries({ one, two, silent, late })) {
      session.onWipe(reason => void wiped.push(`${name} ${reason}`))
    }
    await settled(one.switchAccount())
    expect(one.state().kind).toBe('signedOut')
    expect(gateway.person).toBeUndefined()
    const newValue = `${Date.now()} otherUser`
    silent.page.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'staffroom.signed-out-at', newValue }),
    )
    // This tab learns of the sign-out from the gateway.
    await settled(late.fetch('/api/v2/me').catch(() => undefined))
    expect(wiped.sort()).toEqual(['late otherUser', 'one otherUser', 'silent otherUser', 'two otherUser'])
  })

  it('aborts requests in flight', async () => {
    const session = await signedIn()
    gateway.latencyMs = 300
    const late = session.fetch('/api/v2/me')
    late.catch(() => undefined)
    await settled(session.signOut())
    await expect(late).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('while offline is completed at the next start', async () => {
    const session = await signedIn()
    gateway.isDown = true
    await settled(session.signOut(), 100)
    expect(session.state().kind).toBe('signedOut')
    session.stop()
    gateway.isDown = false
    const next = tab()
    await settled(next.start())
    expect(next.state().kind).toBe('signedOut')
    expect(gateway.person).toBeUndefined()
    expect(gateway.calls.slice(-2)).toEqual(['DELETE /session', 'GET /session'])
  })

  it('while offline is completed when the network returns', async () => {
    const session = await signedIn()
    gateway.isDown = true
    await settled(session.signOut(), 100)
    gateway.isDown = false
    session.page.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(100)
    expect(gateway.person).toBeUndefined()
  })

  it('hides the content of a page restored from the back-forward cache', async () => {
    const session = await signedIn({ openChannel: () => undefined })
    const wiped = vi.fn()
    session.onWipe(wiped)
    const other = await signedIn({ openChannel: () => undefined })
    await settled(other.signOut())
    session.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(session.state().kind).toBe('starting')
    await vi.advanceTimersByTimeAsync(100)
    expect(session.state().kind).toBe('signedOut')
    expect(wiped).toHaveBeenCalledWith('signedOut', albrecht)
  })

  it('reaches tabs without a BroadcastChannel', async () => {
    const session = await signedIn({ openChannel: () => undefined })
    const event = Object.assign(new Event('storage'), { key: 'staffroom.signed-out-at', newValue: '1' })
    session.page.dispatchEvent(event)
    expect(session.state().kind).toBe('signedOut')
  })
})
