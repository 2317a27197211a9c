import { expect, it } from 'vitest'
import type { SessionState } from '../session/session.ts'
import { rememberSignIn } from './rememberSignIn.ts'

it('stores whether a user is signed in, and a new value for each sign-in', () => {
  const stored = new Map<string, string>()
  const storage: Pick<Storage, 'setItem' | 'removeItem'> = {
    setItem: (key, value) => stored.set(key, value),
    removeItem: key => stored.delete(key),
  }
  let state = { kind: 'starting' } as SessionState
  let notify = () => {}
  let now = 1000
  rememberSignIn(
    {
      state: () => state,
      subscribe(listener) {
        notify = () => listener(state, state)
        return () => undefined
      },
    },
    storage,
    () => now,
  )
  const setState = (next: SessionState) => {
    state = next
    notify()
  }
  const settings = {} as Extract<SessionState, { kind: 'signedOut' }>['settings']
  const user = { id: 1 }
  setState({ kind: 'signedIn', user, settings })
  expect(stored.get('staffroom.signed-in')).toBe('1000')
  now = 2000
  setState({ kind: 'signedIn', user, settings })
  setState({ kind: 'ended', user, settings, at: 0 })
  expect(stored.get('staffroom.signed-in')).toBe('1000')
  setState({ kind: 'signedIn', user: { id: 2 }, settings })
  expect(stored.get('staffroom.signed-in')).toBe('2000')
  setState({ kind: 'signedOut', settings })
  expect(stored.get('staffroom.signed-in')).toBeUndefined()
})
