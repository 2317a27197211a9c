import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { albrecht, openTestTabs, ruiz, type TestTabs } from '../testing/testTabs.ts'

let gateway: TestTabs['gateway']
let signedIn: TestTabs['signedIn']
let settled: TestTabs['settled']
let close: TestTabs['close']

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 8) })
  ;({ gateway, signedIn, settled, close } = openTestTabs(ms => vi.advanceTimersByTimeAsync(ms)))
})
afterEach(() => {
  close()
  vi.useRealTimers()
})

/** Ms until the second 401 of `/api/v2/never`. */
const secondRefusal = 16

/** Tokens expire after 2 s, before the service checks that of `/api/v2/upload`. */
function useShortTokens() {
  gateway.tokenLifetimeSeconds = 2
  gateway.signIn(albrecht)
  gateway.checkLatency.set('/api/v2/upload', 3000)
}

describe('a token that expires sooner than a request takes', () => {
  it.each([
    ['visible', true, 4],
    ['hidden', false, 2],
  ])('keeps the session in a %s tab, and limits the attempts', async (_, isVisible, sends) => {
    useShortTokens()
    const session = await signedIn({ isVisible: () => isVisible })
    const response = await settled(session.fetch('/api/v2/upload', { method: 'POST' }), 20_000)
    expect(response.status).toBe(503)
    expect(session.state()).toMatchObject({ kind: 'signedIn', user: albrecht })
    expect(gateway.count('POST /api/v2/upload')).toBe(sends)
  })

  it('repeats if another tab has replaced the token', async () => {
    useShortTokens()
    const session = await signedIn({ isVisible: () => false, openChannel: () => undefined })
    const call = session.fetch('/api/v2/upload')
    await vi.advanceTimersByTimeAsync(5000)
    gateway.tokenLifetimeSeconds = 3600
    gateway.signIn(albrecht)
    expect((await settled(call, 10_000)).status).toBe(200)
    expect(gateway.count('GET /api/v2/upload')).toBe(3)
    expect(session.state().kind).toBe('signedIn')
  })
})

describe('a second 401 (rule 10)', () => {
  it('ends the session if the gateway confirms it', async () => {
    const session = await signedIn()
    const call = session.fetch('/api/v2/never')
    await vi.advanceTimersByTimeAsync(secondRefusal)
    gateway.person = undefined
    expect((await settled(call)).status).toBe(401)
    expect(session.state()).toMatchObject({ kind: 'ended', user: albrecht })
    expect(gateway.calls.slice(-2)).toEqual(['GET /api/v2/never', 'GET /session'])
    const { length } = gateway.calls
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(401)
    expect(gateway.calls).toHaveLength(length)
  })

  it('ends the session if the service refuses a new token', async () => {
    const session = await signedIn()
    expect((await settled(session.fetch('/api/v2/never'))).status).toBe(401)
    expect(session.state()).toMatchObject({ kind: 'ended', user: albrecht })
    expect(gateway.count('GET /api/v2/never')).toBe(2)
    expect(gateway.calls.slice(-2)).toEqual(['GET /api/v2/never', 'GET /session'])
  })

  it('is checked by one request for 20 parallel calls', async () => {
    const session = await signedIn()
    const before = gateway.count('GET /session')
    const calls = Array.from({ length: 20 }, () => session.fetch('/api/v2/never'))
    const responses = await settled(Promise.all(calls))
    expect(responses.map(response => response.status)).toEqual(Array(20).fill(401))
    expect(gateway.count('GET /session')).toBe(before + 1)
    expect(gateway.count('POST /session/refresh')).toBe(1)
  })

  it('stays ended if another request receives its second 401 later', async () => {
    const session = await signedIn()
    const before = gateway.count('GET /session')
    const calls = [session.fetch('/api/v2/never/slow'), session.fetch('/api/v2/never')]
    // Both wait for one refresh. Only one second response is late.
    await vi.advanceTimersByTimeAsync(secondRefusal / 2)
    gateway.checkLatency.set('/api/v2/never/slow', 500)
    const responses = await settled(Promise.all(calls), 3000)
    expect(responses.map(response => response.status)).toEqual([401, 401])
    expect(session.state()).toMatchObject({ kind: 'ended', user: albrecht })
    expect(gateway.count('GET /session')).toBe(before + 1)
    expect(gateway.count('GET /api/v2/never/slow')).toBe(2)
  })

  it.each([
    ['network failure', () => Promise.reject(new TypeError('Failed to fetch')), 'throws'],
    ['502', () => new Response('no', { status: 502 }), 502],
    ['HTML', () => new Response('<!doctype html>'), 502],
    ['401 of a proxy', () => new Response('', { status: 401 }), 502],
    ['429', () => new Response('', { status: 429, headers: { 'Retry-After': '20' } }), 429],
  ])('keeps the session open if the check fails: %s', async (_, fault, expected) => {
    const session = await signedIn()
    gateway.sessionFaults = [fault]
    const call = settled(session.fetch('/api/v2/never'), 100)
    if (expected === 'throws') await expect(call).rejects.toBeInstanceOf(TypeError)
    else expect((await call).status).toBe(expected)
    expect(session.state().kind).toBe('signedIn')
  })

  it('ends the session later if the check failed at first', async () => {
    const session = await signedIn()
    gateway.sessionFaults = [() => new Response('no', { status: 502 })]
    const call = session.fetch('/api/v2/never')
    await vi.advanceTimersByTimeAsync(secondRefusal)
    gateway.person = undefined
    expect((await settled(call, 100)).status).toBe(502)
    expect(session.state().kind).toBe('signedIn')
    await vi.advanceTimersByTimeAsync(2000)
    expect(session.state().kind).toBe('ended')
  })

  it('repeats a failed check no sooner than a 429 allows', async () => {
    const session = await signedIn()
    const before = gateway.count('GET /session')
    gateway.sessionFaults = [() => new Response('', { status: 429, headers: { 'Retry-After': '20' } })]
    await settled(session.fetch('/api/v2/never'), 19_000)
    expect(gateway.count('GET /session')).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(2000)
    expect(gateway.count('GET /session')).toBe(before + 2)
  })

  it('aborts the request if another user has signed in', async () => {
    const session = await signedIn({ openChannel: () => undefined })
    const wiped: string[] = []
    session.onWipe((reason, user) => void wiped.push(`${reason} ${user.id}`))
    const call = session.fetch('/api/v2/never')
    call.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(secondRefusal)
    gateway.signIn(ruiz)
    await expect(settled(call)).rejects.toMatchObject({ name: 'AbortError' })
    expect(wiped).toEqual([`otherUser ${albrecht.id}`])
    expect(session.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
  })

  it('aborts the request if the user signs out during the check', async () => {
    const session = await signedIn()
    const call = session.fetch('/api/v2/never')
    call.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(secondRefusal)
    await settled(session.signOut())
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(session.state().kind).toBe('signedOut')
  })

  it('does not delay an abort by the caller', async () => {
    const session = await signedIn()
    const stop = new AbortController()
    const call = session.fetch('/api/v2/never', { signal: stop.signal })
    call.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(secondRefusal)
    stop.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.state().kind).toBe('signedIn')
  })
})
