import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SessionState } from '../session/session.ts'
import { signOutKey } from '../session/tabs.ts'
import { createEarlyFetch, rememberSignIn } from './earlyResponses.ts'

/** `Storage` in memory. */
function createStorage(): Storage {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage
}

beforeEach(() => void vi.stubGlobal('window', {}))
afterEach(() => void vi.unstubAllGlobals())

function setUp({ clock = () => 0 }: { clock?: () => number } = {}) {
  const storage = createStorage()
  window.staffroomEarly = {
    signedOutAt: null,
    responses: {
      '/session': Promise.resolve(new Response('early session')),
      '/api/v2/me': Promise.resolve(new Response('early me')),
    },
  }
  const fetch = createEarlyFetch(async path => new Response(`sent ${path}`), storage, clock)
  return { storage, read: async (path: string, init?: RequestInit) => (await fetch(path, init)).text() }
}

it('uses each early response once', async () => {
  const { read } = setUp()
  expect(await read('/session')).toBe('early session')
  expect(await read('/session')).toBe('sent /session')
  expect(await read('/api/v2/me', { method: 'GET' })).toBe('early me')
  expect(await read('/api/v2/chats')).toBe('sent /api/v2/chats')
})

it('sends other methods', async () => {
  const { read } = setUp()
  expect(await read('/session', { method: 'DELETE' })).toBe('sent /session')
  expect(await read('/session')).toBe('early session')
})

it('ignores early responses after a sign-out, and after half a minute', async () => {
  const { read, storage } = setUp()
  storage.setItem(signOutKey, 'signedOut 1')
  expect(await read('/api/v2/me')).toBe('sent /api/v2/me')
  expect(await setUp({ clock: () => 30_001 }).read('/api/v2/me')).toBe('sent /api/v2/me')
})

it('rejects when the request is aborted', async () => {
  const { read } = setUp()
  const abort = new AbortController()
  const reading = read('/api/v2/me', { signal: abort.signal })
  abort.abort(new DOMException('the user has signed out', 'AbortError'))
  await expect(reading).rejects.toThrow('the user has signed out')
})

it('stores whether a user is signed in', () => {
  const storage = createStorage()
  let state = { kind: 'starting' } as SessionState
  let notify = () => {}
  rememberSignIn(
    {
      state: () => state,
      subscribe(listener) {
        notify = () => listener(state, state)
        return () => undefined
      },
    },
    storage,
  )
  const setState = (next: SessionState) => {
    state = next
    notify()
  }
  const settings = {} as Extract<SessionState, { kind: 'signedOut' }>['settings']
  setState({ kind: 'signedIn', user: { id: 1 }, settings })
  expect(storage.getItem('staffroom.signed-in')).toBe('1')
  setState({ kind: 'ended', user: { id: 1 }, settings, at: 0 })
  expect(storage.getItem('staffroom.signed-in')).toBe('1')
  setState({ kind: 'signedOut', settings })
  expect(storage.getItem('staffroom.signed-in')).toBeNull()
})
