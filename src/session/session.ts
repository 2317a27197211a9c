import { createStore } from 'zustand/vanilla'
import type { AppSettings, SessionAnswer } from '../contract/session.ts'
import { openChannel as openTabChannel } from '../lib/openChannel.ts'
import { isPageVisible, watchActs, watchPage } from './acts.ts'
import { createAskGateway, type Failure, signInFailure, unusable } from './askGateway.ts'
import { backoffDelay, createRefresher } from './refresh.ts'
import { createSessionFetch } from './sessionFetch.ts'
import type { SessionOptions } from './sessionOptions.ts'
import {
  authorizeAddress,
  checkCallback,
  cookiesBlocked,
  keptIn,
  putStateRecord,
  type SignInResult,
  type StateRecord,
  safeReturnTo,
  takeStateRecord,
} from './signIn.ts'
import {
  joinTabs,
  leftAt,
  leftKey,
  leftText,
  type TabMessage,
  unsentSignOutKey,
  type WipeReason,
  whyLeft,
} from './tabs.ts'

export type Person = { id: number; name?: string | undefined }

/** `ended`: expired, perhaps with unsaved work on screen. `unreachable`: the gateway does not answer and is retried. */
export type SessionState =
  | { kind: 'starting' }
  | { kind: 'signedOut'; settings: AppSettings }
  | { kind: 'signedIn'; user: Person; settings: AppSettings }
  | { kind: 'ended'; user: Person; settings: AppSettings; at: number }
  | { kind: 'unreachable' }

export type WipeListener = (reason: WipeReason, user: Person) => void | Promise<void>

export type Session = ReturnType<typeof createSession>

/** Creates the session of one tab (rules 1 to 12). */
export function createSession(options: SessionOptions) {
  const {
    locks,
    clock = Date.now,
    random = bytes => crypto.getRandomValues(new Uint8Array(bytes)),
    channelName = 'staffroom.session',
    openChannel = openTabChannel,
    isKnownPath,
  } = options
  const kept = keptIn(options.storage)
  const lasting = keptIn(options.lasting ?? options.storage)
  const visible = options.visible ?? isPageVisible
  const randomFraction = () => (random(1)[0] ?? 0) / 256
  const { send, ...acts } = watchActs(options, () => state().kind === 'signedIn' && fetchSession())
  const ask = createAskGateway(send, clock)
  const store = createStore<SessionState>(() => ({ kind: 'starting' }))
  const state = store.getState
  const wipers = new Set<WipeListener>()

  let settings: AppSettings | undefined
  let person: Person | undefined
  let draftKey: string | undefined
  let since = 0
  let life = new AbortController()
  /** Incremented whenever newer information than a pending request arrives. */
  let stateVersion = 0
  let fetchingSession: Promise<Failure | undefined> | undefined
  let fetchFailures = 0
  let fetchTimer: ReturnType<typeof setTimeout> | undefined
  let leaving: Promise<void> | undefined

  const set = (next: SessionState) => {
    if (JSON.stringify(next) !== JSON.stringify(state())) store.setState(next, true)
  }

  const tabs = joinTabs(channelName, openChannel(channelName), locks, message => handleTabMessage(message))
  const refresher = createRefresher({
    ask,
    alone: tabs.alone,
    clock,
    random: randomFraction,
    visible,
    onAnswer(answer) {
      adopt(answer)
      tabs.broadcast({ kind: 'renewed', answer })
    },
    onEnded: () => endSession(),
  })

  async function wipe(reason: WipeReason): Promise<void> {
    const gone = person
    person = undefined
    draftKey = undefined
    refresher.stop()
    life.abort(new DOMException('the person this was for is gone', 'AbortError'))
    life = new AbortController()
    if (gone) await Promise.allSettled([...wipers].map(async wiper => wiper(reason, gone)))
  }

  function adopt(answer: SessionAnswer): void {
    stateVersion += 1
    settings = answer.settings
    const user = answer.user ?? person
    if (!answer.signed_in || !user) {
      endSession()
      return
    }
    if (person && person.id !== user.id) void wipe('otherUser')
    if (!person) since = clock()
    person = user
    draftKey = answer.draft_key ?? draftKey
    refresher.adopted(answer)
    set({ kind: 'signedIn', user, settings })
  }

  function endSession(): void {
    const left = lasting.get(leftKey)
    if (person && leftAt(left) < since) expire()
    else void leave(whyLeft(left))
  }

  function leave(reason: WipeReason): Promise<void> {
    stateVersion += 1
    const wiped = wipe(reason)
    set(settings ? { kind: 'signedOut', settings } : { kind: 'unreachable' })
    return wiped
  }

  function expire(): void {
    if (!person || !settings) return
    stateVersion += 1
    refresher.stop()
    set({ kind: 'ended', user: person, settings, at: clock() })
  }

  function handleTabMessage(message: TabMessage): void {
    if (message.kind === 'signedOut') void leave(message.reason)
    else if (message.kind === 'signedIn') adopt(message.answer)
    // Ignore a refresh of another tab that was in flight when the user signed out.
    else if (person) adopt(message.answer)
  }

  /** Requests the session and adopts the response. Concurrent callers share a request. A failed one is repeated. */
  const fetchSession = (): Promise<Failure | undefined> => {
    fetchingSession ??= fetchSessionNow().finally(() => {
      fetchingSession = undefined
    })
    return fetchingSession
  }

  async function fetchSessionNow(): Promise<Failure | undefined> {
    clearTimeout(fetchTimer)
    const startVersion = stateVersion
    if (lasting.get(unsentSignOutKey) !== null) await sendSignOut()
    const reply = await ask('GET', '/session')
    if (stateVersion !== startVersion) return undefined
    if (reply.kind === 'answer' && lasting.get(unsentSignOutKey) === null) {
      fetchFailures = 0
      adopt(reply.answer)
      return undefined
    }
    if (state().kind === 'starting') set({ kind: 'unreachable' })
    const failure = reply.kind === 'failed' ? reply : unusable
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
    leaving ??= (async () => {
      const reply = await ask('DELETE', '/session')
      if (reply.kind !== 'failed') lasting.remove(unsentSignOutKey)
      else fetchSessionLater(reply)
    })().finally(() => {
      leaving = undefined
    })
    return leaving
  }

  const unwatch = watchPage(options.page, {
    wake(online) {
      if (state().kind === 'unreachable' && online) void fetchSession()
      else if (online && lasting.get(unsentSignOutKey) !== null) void sendSignOut()
      refresher.wake(online)
    },
    // After the back-forward cache, the page still shows its old content. Hide it until the gateway has answered.
    restored() {
      set({ kind: 'starting' })
      void fetchSession()
    },
    stored(key, value) {
      if (key === leftKey && value !== null && person) void leave(whyLeft(value))
    },
  })

  const fetch = createSessionFetch({
    send,
    refresher,
    clock,
    life: () => life.signal,
    ready: () => (state().kind === 'starting' ? fetchingSession : undefined),
    isOut: () => ['signedOut', 'ended'].includes(state().kind),
    verify: fetchSession,
    expire,
  })

  /**
   * Returns the outcome of a sign-in whose state was not stored here. The code is not exchanged. A user who went back after the
   * sign-in and signed in once more continues with the valid session.
   */
  async function withoutRecord(record: StateRecord | undefined): Promise<SignInResult> {
    if (state().kind === 'starting') await fetchSession()
    if (state().kind === 'signedIn') {
      return { kind: 'signedIn', returnTo: safeReturnTo(record?.returnTo, isKnownPath) }
    }
    return record === undefined && !kept.isStored() ? cookiesBlocked : { kind: 'mismatch' }
  }

  async function signOutAs(reason: WipeReason): Promise<void> {
    lasting.set(unsentSignOutKey, '1')
    lasting.set(leftKey, leftText(reason, clock()))
    tabs.broadcast({ kind: 'signedOut', reason })
    await Promise.all([leave(reason), sendSignOut()])
  }

  return {
    /**
     * Sends a request to the page's own origin. A request that receives 401 joins the refresh and is sent again.
     * Rejects with an AbortError if the user has signed out or changed, and with a TypeError without a network.
     */
    fetch,
    state,
    /** Key that encrypts drafts in this browser, base64url. It remains available after the session has expired. */
    draftKey: () => draftKey,
    subscribe: store.subscribe,
    /** The listener is called in every tab when a person's data must be deleted. `signOut` waits for its promise. */
    onWipe(listener: WipeListener): () => void {
      wipers.add(listener)
      return () => void wipers.delete(listener)
    },
    /** Resolves after the first attempt. A failed attempt is repeated. */
    async start(): Promise<void> {
      await fetchSession()
    },
    /** Stores the sign-in's state and returns the authorize page's address. Throws if the settings are not loaded. */
    authorizeAddress(returnTo: string, { login }: { login?: string } = {}): string {
      if (!settings) throw new Error('the address to sign in at is not known yet')
      const state = putStateRecord(kept, random, clock(), safeReturnTo(returnTo, isKnownPath))
      return authorizeAddress(settings, state, login)
    },
    /** Removes the response from the address bar, then checks and exchanges it (rules 1 to 5). */
    async finishSignIn(query: URLSearchParams): Promise<SignInResult> {
      const record = takeStateRecord(kept)
      const callback = checkCallback(query, record, clock())
      if (callback.kind === 'mismatch') return withoutRecord(record)
      if (callback.kind !== 'code') return callback
      // A pending sign-out would end the new session as well.
      await leaving
      const reply = await ask('POST', '/session', { code: callback.code, state: callback.state })
      if (reply.kind !== 'answer' || !reply.answer.signed_in) {
        return { kind: 'failed', cause: signInFailure(reply) }
      }
      const check = await ask('GET', '/session')
      if (check.kind === 'answer' && !check.answer.signed_in) return cookiesBlocked
      lasting.remove(unsentSignOutKey)
      lasting.remove(leftKey)
      adopt(reply.answer)
      tabs.broadcast({ kind: 'signedIn', answer: reply.answer })
      return { kind: 'signedIn', returnTo: safeReturnTo(record?.returnTo, isKnownPath) }
    },
    /** Deletes the person's data at once, in every tab. If offline, the gateway receives the sign-out later. */
    signOut: () => signOutAs('signedOut'),
    /** Like `signOut`, so that another person can sign in. This person's drafts remain stored (rule 45). */
    switchAccount: () => signOutAs('otherUser'),
    stop(): void {
      unwatch()
      acts.stop()
      tabs.close()
      refresher.stop()
      clearTimeout(fetchTimer)
      life.abort()
    },
  }
}
