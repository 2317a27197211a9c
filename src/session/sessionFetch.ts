import { documentPath, pageHeader } from '../contract/session.ts'
import { failureAnswer, type PageFetch, signedOutAnswer, unlessAborted } from './askGateway.ts'
import type { Refresher } from './refresh.ts'

export type SessionFetchNeeds = {
  send: PageFetch
  refresher: Refresher
  clock: () => number
  life: () => AbortSignal
  ready: () => Promise<void> | undefined
  isOut: () => boolean
  end: () => void
}

/** A token replaced while a request was under way explains a 401; more than this does not happen by chance. */
const mostSends = 4

/** `session.fetch`: 401 joins the refresh and is sent again, POST too since 401 means not executed (cases 10). */
export function createSessionFetch(needs: SessionFetchNeeds): PageFetch {
  const { send, refresher, clock, life, ready, isOut, end } = needs

  return async (path, init = {}) => {
    if (!/^\/(?![/\\])/.test(path)) throw new TypeError('session.fetch takes a path of the app')
    const headers = new Headers(init.headers)
    // With a password of its own, a 401 is about that password.
    const isData = path.startsWith('/api/v2/') || path.startsWith(`${documentPath}?`)
    const needsSession = isData && !headers.has('Authorization')
    headers.set(pageHeader, '1')
    const waited = needsSession ? ready() : undefined
    if (waited) await unlessAborted(waited, init.signal)
    const signal = init.signal ? AbortSignal.any([init.signal, life()]) : life()
    const attempt = () => send(path, { ...init, headers, signal })
    if (!needsSession) return attempt()
    if (isOut()) return signedOutAnswer()
    let joined = false
    for (let sends = 1; ; sends += 1) {
      const version = refresher.version()
      const response = await attempt()
      if (response.status !== 401) return response
      if (sends < mostSends && refresher.version() !== version) {
        await response.body?.cancel()
        continue
      }
      if (joined || sends >= mostSends) {
        if (!signal.aborted) end()
        return response
      }
      joined = true
      const renewal = await unlessAborted(refresher.join(), signal)
      signal.throwIfAborted()
      if (renewal.kind === 'ended') return response
      await response.body?.cancel()
      if (renewal.kind === 'kept') return failureAnswer(renewal.failure, clock())
    }
  }
}
