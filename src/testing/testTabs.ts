import { createSession, type Session } from '../session/session.ts'
import type { SessionOptions } from '../session/sessionOptions.ts'
import type { Locks } from '../session/tabs.ts'
import { createFakeChannels, createFakeLocks, createFakeStorage, FakeGateway } from './fakeGateway.ts'

export const albrecht = { id: 1, name: 'Jana Albrecht' }
export const ruiz = { id: 2, name: 'Omar Ruiz' }

export type TestTab = Session & { page: EventTarget }

/** Tabs with one gateway, channel, locks and local storage. Timers are faked. */
export type TestTabs = {
  gateway: FakeGateway
  locks: Locks
  tab(options?: Partial<SessionOptions>): TestTab
  /** As Jana Albrecht unless a user is signed in. */
  signedIn(options?: Partial<SessionOptions>): Promise<TestTab>
  /** Advances the time while waiting. */
  settled<T>(promise: Promise<T>, ms?: number): Promise<T>
  close(): void
}

export function openTestTabs(pass: (ms: number) => Promise<unknown>): TestTabs {
  const gateway = new FakeGateway(Date.now)
  const openChannel = createFakeChannels()
  const locks = createFakeLocks()
  const sharedStorage = createFakeStorage()
  const sessions: Session[] = []

  const settled = async <T>(promise: Promise<T>, ms = 1000): Promise<T> => {
    promise.catch(() => undefined)
    await pass(ms)
    return promise
  }
  const tab = (options: Partial<SessionOptions> = {}): TestTab => {
    const page = new EventTarget()
    const session = createSession({
      fetch: gateway.fetch,
      storage: createFakeStorage(),
      sharedStorage,
      locks,
      openChannel,
      page,
      clock: Date.now,
      isVisible: () => true,
      ...options,
    })
    sessions.push(session)
    return Object.assign(session, { page })
  }
  return {
    gateway,
    locks,
    settled,
    tab,
    async signedIn(options = {}) {
      if (!gateway.person) gateway.signIn(albrecht)
      const session = tab(options)
      await settled(session.start())
      if (session.state().kind !== 'signedIn') throw new Error(`started as ${session.state().kind}`)
      return session
    },
    close() {
      for (const session of sessions) session.stop()
    },
  }
}
