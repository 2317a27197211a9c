import { documentPath, pageHeader } from '../contract/session.ts'
import type { Refresher } from './refresh.ts'
import {
  type Failure,
  failureResponse,
  type PageFetch,
  signedOutResponse,
  tokenRefused,
  unlessAborted,
} from './requestGateway.ts'

export type SessionFetchOptions = {
  send: PageFetch
  refresher: Refresher
  clock: () => number
  requestSignal: () => AbortSignal
  whenReady: () => Promise<unknown> | undefined
  isSignedOut: () => boolean
  /** Fetches the session from the gateway. */
  verify: () => Promise<Failure | undefined>
  expire: () => void
}

/** The token may be replaced during each. */
const maxSends = 4

/**
 * Repeats a 401 after a refresh, also for a POST, because 401 means "not executed" (rule 10). After a second
 * 401 the gateway decides: a token that expired or was replaced in flight does not end the session.
 */
export function createSessionFetch(options: SessionFetchOptions): PageFetch {
  const { send, refresher, clock, requestSignal, whenReady, isSignedOut, verify, expire } = options

  return async (path, init = {}) => {
    if (!/^\/(?![/\\])/.test(path)) throw new TypeError('session.fetch takes a path of the app')
    const headers = new Headers(init.headers)
    // A 401 to a request with its own password is about that password.
    const isData = path.startsWith('/api/v2/') || path.startsWith(`${documentPath}?`)
    const needsSession = isData && !headers.has('Authorization')
    headers.set(pageHeader, '1')
    const waited = needsSession ? whenReady() : undefined
    if (waited) await unlessAborted(waited, init.signal)
    const signal = init.signal ? AbortSignal.any([init.signal, requestSignal()]) : requestSignal()
    const attempt = () => send(path, { ...init, headers, signal })
    if (!needsSession) return attempt()
    if (isSignedOut()) return signedOutResponse()
    let hasRefreshed = false
    for (let sends = 1; ; sends += 1) {
      const version = refresher.version()
      const response = await attempt()
      if (response.status !== 401) return response
      const canResend = sends < maxSends
      if (canResend && refresher.version() !== version) {
        await response.body?.cancel()
        continue
      }
      signal.throwIfAborted()
      if (canResend && !hasRefreshed) {
        hasRefreshed = true
        const renewal = await unlessAborted(refresher.join(), signal)
        signal.throwIfAborted()
        if (renewal.kind === 'ended') return response
        await response.body?.cancel()
        if (renewal.kind === 'kept') return failureResponse(renewal.failure, clock())
        continue
      }
      // A check would restore an ended session.
      if (isSignedOut()) return response
      const failure = await unlessAborted(verify(), signal)
      signal.throwIfAborted()
      const isReplaced = refresher.version() !== version
      if (!failure && !isReplaced && !refresher.isExpired()) expire()
      if (isSignedOut()) return response
      await response.body?.cancel()
      if (failure) return failureResponse(failure, clock())
      if (!canResend || !isReplaced) return failureResponse(tokenRefused, clock())
    }
  }
}
