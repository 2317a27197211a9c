import type { ProblemBody } from '../contract/problem.ts'
import type { Failure, Reply } from './askGateway.ts'
import type { SignInFailure } from './signIn.ts'

const problem = (code: number, name: string, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: { name, message, code } } satisfies ProblemBody), {
    status: code,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** What the gateway would answer, without asking it again and again. */
export const signedOutAnswer = () => problem(401, 'signed_out', 'Nobody is signed in.')

/**
 * What a call gets whose refresh could not be done: the failure of the refresh, not a 401, since nobody was signed
 * out. Throws what `fetch` throws where there was no reply.
 */
export function failureAnswer({ status, name, message, retryAt }: Failure, now: number): Response {
  if (status === undefined) throw new TypeError(message)
  const headers: Record<string, string> =
    retryAt === undefined ? {} : { 'Retry-After': String(Math.max(0, Math.ceil((retryAt - now) / 1000))) }
  return status === 429
    ? problem(429, name, message, headers)
    : problem(status >= 500 ? status : 502, name, message, headers)
}

export function signInFailure(reply: Reply): SignInFailure {
  if (reply.kind !== 'failed') return { name: 'refused', message: 'The sign-in was refused.', status: 401 }
  const { name, message, status } = reply
  return { name, message, ...(status === undefined ? {} : { status }) }
}

/** The promise's outcome, or a rejection with the signal's reason when that comes first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
