import type { SessionResponse } from '../contract/session.ts'
import { type Failure, type RequestGateway, tokenRefused, unreadableReply } from './requestGateway.ts'

/** `kept`: the refresh failed, but the session stays open. */
export type Renewal = { kind: 'renewed' } | { kind: 'ended' } | { kind: 'kept'; failure: Failure }

export type Refresher = ReturnType<typeof createRefresher>

export type RefresherOptions = {
  requestGateway: RequestGateway
  runExclusive: <T>(run: () => Promise<T>) => Promise<T>
  clock: () => number
  random: () => number
  isVisible: () => boolean
  onSession: (response: SessionResponse) => void
  onEnded: () => void
}

/** Silent token refresh of one tab (rules 7 to 11). */
export function createRefresher(options: RefresherOptions) {
  const { requestGateway, runExclusive, clock, random, isVisible, onSession, onEnded } = options
  let version = 0
  let generation: number | undefined
  let active = false
  let dueAt = Number.POSITIVE_INFINITY
  /** Unix ms. */
  let expiresAt = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let pendingFailure: Failure | undefined
  let refreshing: Promise<Renewal> | undefined

  const schedule = (wait: number) => {
    clearTimeout(timer)
    dueAt = clock() + wait
    // Timers ignore changes of the wall clock. `wake` checks it.
    timer = setTimeout(() => {
      pendingFailure = undefined
      if (active && isVisible()) void join()
    }, wait)
  }

  const adopt = (response: SessionResponse) => {
    if (!active || response.generation === undefined || response.generation !== generation) version += 1
    active = true
    generation = response.generation
    failures = 0
    pendingFailure = undefined
    expiresAt = clock() + (response.expires_in ?? Number.POSITIVE_INFINITY) * second
    schedule(refreshDelay(response.expires_in, random()))
  }

  const keepSession = (failure: Failure): Renewal => {
    failures += 1
    const now = clock()
    const backoff = backoffDelay(failures, random())
    pendingFailure = failure
    schedule(Math.max(backoff, (failure.retryAt ?? 0) - now))
    return { kind: 'kept', failure }
  }

  const reportEnded = (): Renewal => {
    onEnded()
    return { kind: 'ended' }
  }

  /** Another tab may have refreshed or signed in. Only the gateway can end the session. */
  const verify = async (): Promise<Renewal> => {
    const knownGeneration = generation
    const failuresBefore = failures
    const reply = await requestGateway('GET', '/session')
    // The user may have signed out.
    if (!active) return { kind: 'ended' }
    if (reply.kind !== 'answer') return keepSession(reply.kind === 'failed' ? reply : unreadableReply)
    if (!reply.response.signed_in) return reportEnded()
    onSession(reply.response)
    if (reply.response.generation !== knownGeneration) return { kind: 'renewed' }
    // The session is valid, but its token was not refreshed.
    failures = failuresBefore
    return keepSession(tokenRefused)
  }

  const renew = (): Promise<Renewal> => {
    const startVersion = version
    return runExclusive(async () => {
      if (version !== startVersion) return { kind: 'renewed' }
      const reply = await requestGateway(
        'POST',
        '/session/refresh',
        generation === undefined ? {} : { generation },
      )
      if (!active) return { kind: 'ended' }
      if (reply.kind === 'answer' && reply.response.signed_in) {
        onSession(reply.response)
        return { kind: 'renewed' }
      }
      if (version !== startVersion) return { kind: 'renewed' }
      return reply.kind === 'failed' ? keepSession(reply) : verify()
    })
  }

  const join = (): Promise<Renewal> => {
    if (!active) return Promise.resolve({ kind: 'ended' })
    if (pendingFailure) return Promise.resolve({ kind: 'kept', failure: pendingFailure })
    refreshing ??= renew().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return {
    /** Number of received tokens. A 401 for an older one needs no refresh. */
    version: () => version,
    /** The gateway answers 1 s for an expired token. */
    isExpired: () => clock() + second >= expiresAt,
    join,
    adopt,
    /** Call after the device may have slept. `online` ends a wait after a failure. */
    wake(online: boolean): void {
      if (!active) return
      // A delay requested by the gateway continues.
      if (online && pendingFailure?.retryAt === undefined) pendingFailure = undefined
      if (pendingFailure ? clock() >= dueAt : clock() >= dueAt || failures > 0) {
        pendingFailure = undefined
        void join()
      }
    },
    stop(): void {
      active = false
      clearTimeout(timer)
      dueAt = Number.POSITIVE_INFINITY
      failures = 0
      pendingFailure = undefined
    },
  }
}

const second = 1000
/** In seconds. Refreshing too early is harmless. */
const defaultLifetime = 600
const maxLifetime = 31 * 24 * 3600
const maxTimerMs = 24 * 3600 * second

/** In seconds. 600 if `expires_in` is implausible (rule 8). */
export const lifetimeOf = (expiresIn: number | undefined): number =>
  expiresIn !== undefined && Number.isFinite(expiresIn) && expiresIn > 0 && expiresIn <= maxLifetime
    ? expiresIn
    : defaultLifetime

/**
 * In ms: before expiry, a minute or a tenth of the lifetime, plus a random part. 65 to 75 % of the lifetime
 * for short tokens, at least 1 s.
 */
export function refreshDelay(expiresIn: number | undefined, random: number): number {
  const lifetime = lifetimeOf(expiresIn) * second
  const lead = lifetime < 120 * second ? lifetime / 4 : Math.max(60 * second, lifetime / 10)
  const jitter = random * Math.min(30 * second, lifetime / 10)
  return Math.min(Math.max(lifetime - lead - jitter, second), maxTimerMs)
}

/** In ms: 1 s to 32 s, minus up to a quarter at random. */
export const backoffDelay = (failures: number, random: number): number =>
  Math.min(2 ** Math.max(0, failures - 1), 32) * second * (1 - random / 4)
