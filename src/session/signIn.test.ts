import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeStorage, settings } from '../testing/fakeGateway.ts'
import { openTestTabs, ruiz, type TestTabs } from '../testing/testTabs.ts'

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

describe('signing in', () => {
  const callbackQuery = (address: string, extra: Record<string, string> = {}) =>
    new URLSearchParams({ code: 'c0de', state: new URL(address).searchParams.get('state') ?? '', ...extra })

  it('creates a state of 256 bits and returns to the first page', async () => {
    const session = tab()
    await settled(session.start())
    const address = session.authorizeAddress('/classes/7/timetable?week=2026-W47')
    expect(new URL(address).searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    expect(new URL(address).searchParams.get('scopes')).toBe('me chats')
    const result = await settled(session.finishSignIn(callbackQuery(address)))
    expect(result).toEqual({ kind: 'signedIn', returnTo: '/classes/7/timetable?week=2026-W47' })
    expect(session.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
    expect(gateway.count('POST /session')).toBe(1)
  })

  it('continues with the valid session after a second return', async () => {
    const session = tab()
    await settled(session.start())
    const address = session.authorizeAddress('/classes/7/timetable')
    await settled(session.finishSignIn(callbackQuery(address)))
    expect(await settled(session.finishSignIn(callbackQuery(address)))).toEqual({
      kind: 'signedIn',
      returnTo: '/',
    })
    expect(gateway.count('POST /session')).toBe(1)
  })

  it('fails with cookies_blocked if the new session is missing', async () => {
    const session = tab()
    await settled(session.start())
    const query = callbackQuery(session.authorizeAddress('/'))
    gateway.sessionFaults.push(() => Response.json({ signed_in: false, settings }))
    expect(await settled(session.finishSignIn(query))).toMatchObject({
      kind: 'failed',
      cause: { name: 'cookies_blocked' },
    })
    expect(session.state().kind).toBe('signedOut')
  })

  it('fails with cookies_blocked if the state is missing', async () => {
    const storage = new Proxy(createFakeStorage(), {
      get() {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const before = tab({ storage })
    await settled(before.start())
    const query = callbackQuery(before.authorizeAddress('/'))
    const after = tab({ storage })
    await settled(after.start())
    expect(await settled(after.finishSignIn(query))).toMatchObject({
      kind: 'failed',
      cause: { name: 'cookies_blocked' },
    })
    expect(gateway.count('POST /session')).toBe(0)
  })

  it('does not exchange the code if query or state is invalid', async () => {
    const session = tab()
    await settled(session.start())
    const attempt = async (change: (query: URLSearchParams) => void, wait = 0) => {
      const query = callbackQuery(session.authorizeAddress('/'))
      change(query)
      await vi.advanceTimersByTimeAsync(wait)
      return (await settled(session.finishSignIn(query), 50)).kind
    }
    expect(await attempt(query => query.delete('state'))).toBe('mismatch')
    expect(await attempt(query => query.delete('code'))).toBe('mismatch')
    expect(await attempt(query => query.set('state', 'x'.repeat(43)))).toBe('mismatch')
    expect(await attempt(query => query.append('state', query.get('state') ?? ''))).toBe('mismatch')
    expect(await attempt(query => query.append('code', 'other'))).toBe('mismatch')
    expect(await attempt(query => query.append('error', 'access_denied'))).toBe('mismatch')
    expect(await attempt(() => {}, 10 * 60_000 + 1)).toBe('expired')
    expect(gateway.count('POST /session')).toBe(0)
  })

  it('reports access_denied only with the right state', async () => {
    const session = tab()
    await settled(session.start())
    const state = new URL(session.authorizeAddress('/')).searchParams.get('state') ?? ''
    expect(await session.finishSignIn(new URLSearchParams({ error: 'access_denied', state }))).toEqual({
      kind: 'declined',
    })
    session.authorizeAddress('/')
    const wrong = new URLSearchParams({ error: 'access_denied', state: 'wrong' })
    expect(await session.finishSignIn(wrong)).toEqual({ kind: 'mismatch' })
  })

  it('does not retry a failed exchange', async () => {
    const session = tab()
    await settled(session.start())
    const query = callbackQuery(session.authorizeAddress('/'))
    gateway.isDown = true
    expect(await settled(session.finishSignIn(query), 60_000)).toMatchObject({
      kind: 'failed',
      cause: { name: 'offline' },
    })
    expect(gateway.count('POST /session')).toBe(1)
  })

  it('works in two tabs at once, each with its own state', async () => {
    const [one, two] = [tab(), tab()]
    await settled(Promise.all([one.start(), two.start()]))
    const [first, second] = [one.authorizeAddress('/classes/1'), two.authorizeAddress('/classes/2')]
    expect(await settled(two.finishSignIn(callbackQuery(second)))).toMatchObject({ returnTo: '/classes/2' })
    expect(await settled(one.finishSignIn(callbackQuery(first)))).toMatchObject({ returnTo: '/classes/1' })
  })

  it('as another user wipes the previous user’s data', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const wiped: string[] = []
    two.onWipe((reason, user) => void wiped.push(`${reason} ${user.id}`))
    const seen: number[] = []
    two.subscribe(() => {
      const state = two.state()
      if (state.kind === 'signedIn') seen.push(state.user.id)
    })
    await settled(one.finishSignIn(callbackQuery(one.authorizeAddress('/'))))
    expect(two.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
    expect(wiped).toEqual(['otherUser 1'])
    expect(seen).toEqual([2])
  })

  it('as the same user resumes an ended session', async () => {
    gateway.signIn(ruiz)
    const session = await signedIn()
    const wiped = vi.fn()
    session.onWipe(wiped)
    gateway.person = undefined
    await settled(session.fetch('/api/v2/me'))
    expect(session.state().kind).toBe('ended')
    const other = tab()
    await settled(other.start())
    await settled(other.finishSignIn(callbackQuery(other.authorizeAddress('/'))))
    expect(session.state()).toMatchObject({ kind: 'signedIn', user: ruiz })
    expect(wiped).not.toHaveBeenCalled()
    expect((await settled(session.fetch('/api/v2/me'))).status).toBe(200)
  })

  it('works if the storage is blocked', async () => {
    const blocked = createFakeStorage()
    blocked.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const session = tab({ storage: blocked, sharedStorage: undefined })
    await settled(session.start())
    expect((await settled(session.finishSignIn(callbackQuery(session.authorizeAddress('/'))))).kind).toBe(
      'signedIn',
    )
  })

  it('is not overwritten by an earlier session check', async () => {
    const session = tab()
    await settled(session.start())
    const query = callbackQuery(session.authorizeAddress('/'))
    gateway.latencyMs = 500
    session.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    gateway.latencyMs = 5
    await settled(session.finishSignIn(query), 100)
    gateway.person = undefined
    await vi.advanceTimersByTimeAsync(1000)
    expect(session.state().kind).toBe('signedIn')
  })

  it('waits for a pending sign-out', async () => {
    const session = await signedIn()
    const query = callbackQuery(session.authorizeAddress('/'))
    gateway.latencyMs = 500
    const signingOut = session.signOut()
    gateway.latencyMs = 5
    expect((await settled(session.finishSignIn(query))).kind).toBe('signedIn')
    await signingOut
    expect(gateway.person).toEqual(ruiz)
  })
})
