import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { albrecht, openTestTabs, type TestTabs } from '../testing/testTabs.ts'

let gateway: TestTabs['gateway']
let signedIn: TestTabs['signedIn']
let settled: TestTabs['settled']
let locks: TestTabs['locks']
let close: TestTabs['close']

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 8) })
  ;({ gateway, signedIn, settled, locks, close } = openTestTabs(ms => vi.advanceTimersByTimeAsync(ms)))
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

describe('token refresh', () => {
  it('starts before the token expires', async () => {
    await signedIn()
    await vi.advanceTimersByTimeAsync(3000_000)
    expect(gateway.refreshes).toBe(0)
    await vi.advanceTimersByTimeAsync(240_000)
    expect(gateway.refreshes).toBe(1)
  })

  it.each([
    ['network failure', () => Promise.reject(new TypeError('Failed to fetch')), 'throws'],
    ['502', () => new Response('no', { status: 502 }), 502],
    ['HTML', () => new Response('<!doctype html>', { status: 200 }), 502],
    ['malformed JSON', () => new Response('{"signed_in":', { status: 200 }), 502],
    ['invalid_client', () => new Response('{"error":{"name":"invalid_client"}}', { status: 400 }), 502],
  ])('keeps the session and tries again after a failure: %s', async (_name, fault, seen) => {
    const session = await signedIn()
    gateway.expire()
    gateway.refreshFaults = [fault, fault]
    const call = settled(session.fetch('/api/v2/me'), 50)
    if (seen === 'throws') await expect(call).rejects.toBeInstanceOf(TypeError)
    else expect((await call).status).toBe(seen)
    expect(session.state().kind).toBe('signedIn')
    await vi.advanceTimersByTimeAsync(4000)
    expect(gateway.refreshes).toBe(1)
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(200)
  })

  it('waits for the Retry-After of a 429', async () => {
    const session = await signedIn()
    gateway.expire()
    gateway.refreshFaults = [() => new Response('', { status: 429, headers: { 'Retry-After': '20' } })]
    expect((await settled(session.fetch('/api/v2/me'), 50)).status).toBe(429)
    session.page.dispatchEvent(new Event('online'))
    const again = await settled(session.fetch('/api/v2/me'), 15_000)
    expect(again.status).toBe(429)
    expect(Number(again.headers.get('Retry-After'))).toBeGreaterThan(15)
    expect(gateway.count('POST /session/refresh')).toBe(1)
    await vi.advanceTimersByTimeAsync(6000)
    expect(gateway.refreshes).toBe(1)
  })

  it('backs off between failures', async () => {
    const session = await signedIn()
    gateway.expire()
    gateway.refreshFaults = Array(1000).fill(() => new Response('', { status: 503 }))
    for (let index = 0; index < 200; index += 1) await settled(session.fetch('/api/v2/me'), 3000)
    expect(gateway.count('POST /session/refresh')).toBeLessThan(40)
    expect(session.state().kind).toBe('signedIn')
  })

  it('ends the session if the gateway refuses', async () => {
    const session = await signedIn()
    gateway.person = undefined
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(401)
    expect(session.state()).toMatchObject({ kind: 'ended', user: albrecht })
  })

  it('checks the session after a 401', async () => {
    const session = await signedIn()
    gateway.expire()
    gateway.refreshFaults = [
      () => {
        gateway.signIn(albrecht)
        return new Response('', { status: 401 })
      },
    ]
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(200)
    expect(session.state().kind).toBe('signedIn')
  })

  it('refreshes once when the machine wakes from sleep', async () => {
    const session = await signedIn()
    vi.setSystemTime(Date.now() + 8 * 3600_000)
    for (const type of ['focus', 'visibilitychange', 'online']) session.page.dispatchEvent(new Event(type))
    await vi.advanceTimersByTimeAsync(100)
    expect(gateway.refreshes).toBe(1)
  })

  it.each([24, -24])('survives a clock jump of %i hours', async hours => {
    let jump = 0
    const session = await signedIn({ clock: () => Date.now() + jump })
    jump = hours * 3600_000
    for (let index = 0; index < 60; index += 1) {
      session.page.dispatchEvent(new Event('focus'))
      await vi.advanceTimersByTimeAsync(60_000)
    }
    expect(session.state().kind).toBe('signedIn')
    expect(gateway.refreshes).toBeGreaterThanOrEqual(1)
    expect(gateway.refreshes).toBeLessThanOrEqual(2)
  })

  it('does not happen in a hidden tab', async () => {
    let visible = false
    const session = await signedIn({ isVisible: () => visible })
    await vi.advanceTimersByTimeAsync(7200_000)
    expect(gateway.refreshes).toBe(0)
    visible = true
    session.page.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(100)
    expect(gateway.refreshes).toBe(1)
  })
})

describe('a refused refresh', () => {
  it('keeps the session if the user signed in again in another tab', async () => {
    gateway.signIn(albrecht)
    gateway.generation = 1
    const session = await signedIn({ openChannel: () => undefined })
    gateway.expire()
    gateway.refreshFaults = [
      () => {
        gateway.generation = 0
        gateway.signIn(albrecht)
        return new Response('', { status: 401 })
      },
    ]
    await settled(session.fetch('/api/v2/me'))
    expect(session.state().kind).toBe('signedIn')
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(200)
  })

  it('keeps the session while the gateway reports it as valid', async () => {
    const session = await signedIn()
    gateway.expire()
    gateway.refreshFaults = Array(1000).fill(() => new Response('', { status: 401 }))
    for (let index = 0; index < 60; index += 1) {
      expect((await settled(session.fetch('/api/v2/me'), 1000)).status).toBe(503)
    }
    expect(session.state().kind).toBe('signedIn')
    expect(gateway.count('POST /session/refresh')).toBeLessThan(10)
  })

  it('keeps the session if a proxy returns 401', async () => {
    const session = await signedIn()
    gateway.expire()
    const refuse = () => new Response('', { status: 401 })
    gateway.refreshFaults = [refuse]
    gateway.sessionFaults = [refuse]
    expect((await settled(session.fetch('/api/v2/me'), 100)).status).toBe(502)
    expect(session.state().kind).toBe('signedIn')
    await vi.advanceTimersByTimeAsync(2000)
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(200)
  })
})

describe('five tabs', () => {
  it.each([
    ['with', true],
    ['without', false],
  ])('%s Web Locks refresh once when the token expires', async (_name, locked) => {
    const tabs = []
    for (let index = 0; index < 5; index += 1) tabs.push(await signedIn(locked ? {} : { locks: undefined }))
    gateway.expire()
    const responses = await settled(Promise.all(tabs.map(session => session.fetch('/api/v2/me'))))
    expect(responses.map(response => response.status)).toEqual([200, 200, 200, 200, 200])
    expect(gateway.refreshes).toBe(1)
    if (locked) expect(gateway.count('POST /session/refresh')).toBe(1)
  })

  it('refresh once per expiry, with tokens of 5 s and 200 requests', async () => {
    gateway.tokenLifetimeSeconds = 5
    gateway.signIn(albrecht)
    const tabs = []
    for (let index = 0; index < 5; index += 1) tabs.push(await signedIn())
    const began = { at: Date.now(), refreshes: gateway.refreshes, calls: gateway.calls.length }
    const statuses: number[] = []
    for (let index = 0; index < 40; index += 1) {
      for (const session of tabs)
        void session.fetch('/api/v2/me').then(response => statuses.push(response.status))
      await vi.advanceTimersByTimeAsync(500)
    }
    await vi.advanceTimersByTimeAsync(100)
    expect(statuses).toEqual(Array(200).fill(200))
    const refreshes = gateway.refreshes - began.refreshes
    // Refreshed after 3.25 s at the earliest.
    expect(refreshes).toBeGreaterThanOrEqual(4)
    expect(refreshes).toBeLessThanOrEqual(Math.ceil((Date.now() - began.at) / 3000))
    const refreshCalls = gateway.calls.slice(began.calls).filter(call => call === 'POST /session/refresh')
    expect(refreshCalls).toHaveLength(refreshes)
    for (const session of tabs) expect(session.state().kind).toBe('signedIn')
  })

  it('refresh without the lock if a frozen tab holds it', async () => {
    void locks.request(
      'staffroom.session.refresh',
      { signal: new AbortController().signal },
      () => new Promise(() => {}),
    )
    const stuck = {
      request: (_name: string, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        ),
    }
    const session = await signedIn({ locks: stuck })
    gateway.expire()
    expect((await settled(session.fetch('/api/v2/me'), 11_000)).status).toBe(200)
  })
})
