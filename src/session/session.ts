import { createStore } from 'zustand/vanilla'
import type { AppSettings, SessionResponse } from '../contract/session.ts'
import { openChannel as openTabChannel } from '../lib/openChannel.ts'
import { createGuardedStorage } from '../session/guardedStorage.ts'
import { backoffDelay, createRefresher } from './refresh.ts'
import { createRequestGateway, type Failure, signInFailure, unreadableReply } from './requestGateway.ts'
import { createSessionFetch } from './sessionFetch.ts'
import type { SessionOptions } from './sessionOptions.ts'
import {
  authorizeAddress,
  checkCallback,
  cookiesBlocked,
  type SignInResult,
  type StateRecord,
  safeReturnTo,
  storeStateRecord,
  takeStateRecord,
} from './signIn.ts'
import {
  formatSignOut,
  joinTabs,
  pendingSignOutKey,
  signOutKey,
  signOutReason,
  signOutTime,
  type TabMessage,
  type WipeReason,
} from './tabs.ts'
import { isPageVisible, watchActivity, watchPage } from './userActivity.ts'

export type Person = {
  id: number
  name?: string | undefined
  role?: 'teacher' | 'pupil' | undefined
}

/** `ended`: expired, perhaps with unsaved work on screen. `unreachable`: retried. */
export type SessionState =
  | { kind: 'starting' }
  | { kind: 'signedOut'; settings: AppSettings }
  | { kind: 'signedIn'; user: Person; settings: AppSettings }
  | { kind: 'ended'; user: Person; settings: AppSettings; at: number }
  | { kind: 'unreachable' }

export type WipeListener = (reason: WipeReason, user: Person) => void | Promise<void>

export type Session = ReturnType<typeof createSession>

/** Session of one tab (rules 1 to 12). */
export function createSession(options: SessionOptions) {
  const {
    locks,
    clock = Date.now,
    random = bytes => crypto.getRandomValues(new Uint8Array(bytes)),
    channelName = 'staffroom.session',
    openChannel = openTabChannel,
  } = options
  const tabStorage = createGuardedStorage(() => options.storage)
  const sharedStorage = createGuardedStorage(() => options.sharedStorage ?? options.storage)
  const isVisible = options.isVisible ?? isPageVisible
  const randomFraction = () => (random(1)[0] ?? 0) / 256
  const { send, ...activity } = watchActivity(options, () => state().kind === 'signedIn' && fetchSession())
  const requestGateway = createRequestGateway(send, clock)
  const store = createStore<SessionState>(() => ({ kind: 'starting' }))
  const state = store.getState
  const wipeListeners = new Set<WipeListener>()

  let settings: AppSettings | undefined
  let currentUser: Person | undefined
  let draftKey: string | undefined
  let signedInAt = 0
  let requestAbort = new AbortController()
  /** Incremented by information that is newer than a pending request. */
  let stateVersion = 0
  let fetchingSession: Promise<Failure | undefined> | undefined
  let fetchFailures = 0
  let fetchTimer: ReturnType<typeof setTimeout> | undefined
  let pendingSignOut: Promise<void> | undefined

  const setState = (next: SessionState) => {
    if (JSON.stringify(next) !== JSON.stringify(state())) store.setState(next, true)
  }

  const tabs = joinTabs(channelName, openChannel(channelName), locks, message => handleTabMessage(message))
  const refresher = createRefresher({
    requestGateway,
    runExclusive: tabs.runExclusive,
    clock,
    random: randomFraction,
    isVisible,
    onSession(response) {
      adopt(response)
      tabs.broadcast({ kind: 'renewed', answer: response })
    },
    onEnded: () => endSession(),
  })

  async function wipe(reason: WipeReason): Promise<void> {
    const previousUser = currentUser
    currentUser = undefined
    draftKey = undefined
    refresher.stop()
    requestAbort.abort(new DOMException('the user has signed out or changed', 'AbortError'))
    requestAbort = new AbortController()
    if (previousUser)
      await Promise.allSettled(
        [...wipeListeners].map(async wipeListener => wipeListener(reason, previousUser)),
      )
  }

  function adopt(response: SessionResponse): void {
    stateVersion += 1
    settings = response.settings
    const user = response.user ?? currentUser
    if (!response.signed_in || !user) {
      endSession()
      return
    }
    if (currentUser && currentUser.id !== user.id) void wipe('otherUser')
    if (!currentUser) signedInAt = clock()
    currentUser = user
    draftKey = response.draft_key ?? draftKey
    refresher.adopt(response)
    setState({ kind: 'signedIn', user, settings })
  }

  function endSession(): void {
    const lastSignOut = sharedStorage.get(signOutKey)
    if (currentUser && signOutTime(lastSignOut) < signedInAt) expire()
    else void endLocally(signOutReason(lastSignOut))
  }

  function endLocally(reason: WipeReason): Promise<void> {
    stateVersion += 1
    const wiping = wipe(reason)
    setState(settings ? { kind: 'signedOut', settings } : { kind: 'unreachable' })
    return wiping
  }

  function expire(): void {
    if (!currentUser || !settings) return
    stateVersion += 1
    refresher.stop()
    setState({ kind: 'ended', user: currentUser, settings, at: clock() })
  }

  function handleTabMessage(message: TabMessage): void {
    if (message.kind === 'signedOut') void endLocally(message.reason)
    else if (message.kind === 'signedIn') adopt(message.answer)
    // A refresh may arrive after a sign-out.
    else if (currentUser) adopt(message.answer)
  }

  /** Concurrent callers share a request. */
  const fetchSession = (): Promise<Failure | undefined> => {
    fetchingSession ??= fetchSessionNow().finally(() => {
      fetchingSession = undefined
    })
    return fetchingSession
  }

  async function fetchSessionNow(): Promise<Failure | undefined> {
    clearTimeout(fetchTimer)
    const startVersion = stateVersion
    if (sharedStorage.get(pendingSignOutKey) !== undefined) await sendSignOut()
    const reply = await requestGateway('GET', '/session')
    if (stateVersion !== startVersion) return undefined
    if (reply.kind === 'answer' && sharedStorage.get(pendingSignOutKey) === undefined) {
      fetchFailures = 0
      adopt(reply.response)
      return undefined
    }
    if (state().kind === 'starting') setState({ kind: 'unreachable' })
    const failure = reply.kind === 'failed' ? reply : unreadableReply
    fetchSessionLater(failure)
    return failure
  }

  function fetchSessionLater({ retryAt = 0 }: Failure): void {
    clearTimeout(fetchTimer)
    fetchFailures += 1
    const wait = Math.max(backoffDelay(fetchFailures, randomFraction()), retryAt - clock())
    fetchTimer = setTimeout(() => void fetchSession(), wait)
  }

  const sendSignOut = (): Promise<void> => {
    pendingSignOut ??= (async () => {
      const reply = await requestGateway('DELETE', '/session')
      if (reply.kind !== 'failed') sharedStorage.remove(pendingSignOutKey)
      else fetchSessionLater(reply)
    })().finally(() => {
      pendingSignOut = undefined
    })
    return pendingSignOut
  }

  const stopWatching = watchPage(options.page, {
    onWake(online) {
      if (state().kind === 'unreachable' && online) void fetchSession()
      else if (online && sharedStorage.get(pendingSignOutKey) !== undefined) void sendSignOut()
      refresher.wake(online)
    },
    // The back-forward cache restores old content. Hide it until the gateway has answered.
    onRestored() {
      setState({ kind: 'starting' })
      void fetchSession()
    },
    onStorage(key, value) {
      if (key === signOutKey && value !== null && currentUser) void endLocally(signOutReason(value))
    },
  })

  const fetch = createSessionFetch({
    send,
    refresher,
    clock,
    requestSignal: () => requestAbort.signal,
    whenReady: () => (state().kind === 'starting' ? fetchingSession : undefined),
    isSignedOut: () => ['signedOut', 'ended'].includes(state().kind),
    verify: fetchSession,
    expire,
  })

  /** A user who went back continues with the valid session. */
  async function finishWithoutRecord(record: StateRecord | undefined): Promise<SignInResult> {
    if (state().kind === 'starting') await fetchSession()
    if (state().kind === 'signedIn') {
      return { kind: 'signedIn', returnTo: safeReturnTo(record?.returnTo) }
    }
    return record === undefined && !tabStorage.isPersistent() ? cookiesBlocked : { kind: 'mismatch' }
  }

  async function endSessionAs(reason: WipeReason): Promise<void> {
    sharedStorage.set(pendingSignOutKey, '1')
    sharedStorage.set(signOutKey, formatSignOut(reason, clock()))
    tabs.broadcast({ kind: 'signedOut', reason })
    await Promise.all([endLocally(reason), sendSignOut()])
  }

  return {
    /**
     * Refreshes and repeats after a 401. Rejects with an AbortError after a sign-out, and with a TypeError
     * without a network.
     */
    fetch,
    state,
    /** Base64url. Available after the session has expired. */
    draftKey: () => draftKey,
    subscribe: store.subscribe,
    /** Called in every tab. `signOut` waits for its promise. */
    onWipe(listener: WipeListener): () => void {
      wipeListeners.add(listener)
      return () => void wipeListeners.delete(listener)
    },
    /** Resolves after the first attempt. */
    async start(): Promise<void> {
      await fetchSession()
    },
    /** Throws if the settings are not loaded. */
    authorizeAddress(returnTo: string): string {
      if (!settings) throw new Error('the settings are not loaded yet')
      const state = storeStateRecord(tabStorage, random, clock(), safeReturnTo(returnTo))
      return authorizeAddress(settings, state)
    },
    /** Rules 1 to 5. */
    async finishSignIn(query: URLSearchParams): Promise<SignInResult> {
      const record = takeStateRecord(tabStorage)
      const callback = checkCallback(query, record, clock())
      if (callback.kind === 'mismatch') return finishWithoutRecord(record)
      if (callback.kind !== 'code') return callback
      // A pending sign-out would end the new session.
      await pendingSignOut
      const reply = await requestGateway('POST', '/session', { code: callback.code, state: callback.state })
      if (reply.kind !== 'answer' || !reply.response.signed_in) {
        return { kind: 'failed', cause: signInFailure(reply) }
      }
      const check = await requestGateway('GET', '/session')
      if (check.kind === 'answer' && !check.response.signed_in) return cookiesBlocked
      sharedStorage.remove(pendingSignOutKey)
      sharedStorage.remove(signOutKey)
      adopt(reply.response)
      tabs.broadcast({ kind: 'signedIn', answer: reply.response })
      return { kind: 'signedIn', returnTo: safeReturnTo(record?.returnTo) }
    },
    /** Deletes the user's data in every tab. If offline, the gateway receives the sign-out later. */
    signOut: () => endSessionAs('signedOut'),
    /** Keeps the user's drafts (rule 45). */
    switchAccount: () => endSessionAs('otherUser'),
    stop(): void {
      stopWatching()
      activity.stop()
      tabs.close()
      refresher.stop()
      clearTimeout(fetchTimer)
      requestAbort.abort()
    },
  }
}
