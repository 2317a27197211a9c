import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  createFakeChannels,
  createFakeLocks,
  createFakeStorage,
  FakeGateway,
} from '../testing/fakeGateway.ts'
import { fc } from '../testing/fastCheck.ts'
import { createSession, type Session } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 18, 8) })
})
afterEach(() => {
  vi.useRealTimers()
})

const tab = fc.integer({ min: 0, max: 4 })
const event = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('call'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('focus', 'online', 'visibilitychange'), tab }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('502', 'html', 'offline'), tab }) },
)
const schedule = fc.array(fc.tuple(event, fc.integer({ min: 0, max: 4000 })), { maxLength: 60 })

const fault = (kind: string) => () => {
  if (kind === 'offline') return Promise.reject(new TypeError('Failed to fetch'))
  return new Response('<!doctype html>', { status: kind === '502' ? 502 : 200 })
}

it('five tabs stay signed in through random calls and faults', async () => {
  await fc.assert(
    fc.asyncProperty(
      schedule,
      fc.boolean(),
      fc.integer({ min: 4, max: 3600 }),
      async (events, locked, lifetime) => {
        const gateway = new FakeGateway(Date.now)
        gateway.tokenLifetimeSeconds = lifetime
        gateway.signIn({ id: 1, name: 'Jana Albrecht' })
        const openChannel = createFakeChannels()
        const locks = locked ? createFakeLocks() : undefined
        const pages = Array.from({ length: 5 }, () => new EventTarget())
        const tabs: Session[] = pages.map(page =>
          createSession({
            fetch: gateway.fetch,
            storage: createFakeStorage(),
            locks,
            openChannel,
            page,
            clock: Date.now,
            isVisible: () => true,
          }),
        )
        const statuses: number[] = []
        const starts = tabs.map(session => session.start())
        await vi.advanceTimersByTimeAsync(100)
        await Promise.all(starts)
        let faults = 0
        for (const [{ kind, tab }, wait] of events) {
          if (kind === 'call') {
            // A TypeError (offline) is expected. Others fail the test.
            const seen = tabs[tab]?.fetch('/api/v2/me').then(response => response.status)
            void seen
              ?.catch(error => (error instanceof TypeError ? 0 : -1))
              .then(status => statuses.push(status))
          } else if (kind === 'expire') {
            // A call is repeated once, so a token must outlive a call and its refresh.
            const age = gateway.tokenLifetimeSeconds * 1000 - (gateway.expiresAt - Date.now())
            if (age >= 1000) gateway.expire()
          } else if (kind === '502' || kind === 'html' || kind === 'offline') {
            faults += 1
            gateway.refreshFaults.push(fault(kind))
          } else pages[tab]?.dispatchEvent(new Event(kind))
          await vi.advanceTimersByTimeAsync(wait)
        }
        await vi.advanceTimersByTimeAsync(60_000)
        for (const session of tabs) {
          expect(session.state()).toMatchObject({ kind: 'signedIn', user: { id: 1 } })
          session.stop()
        }
        expect(statuses).not.toContain(401)
        expect(statuses).not.toContain(-1)
        if (faults === 0) expect(statuses.every(status => status === 200)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
