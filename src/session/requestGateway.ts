import { ProblemBody, pageHeader, SessionResponse } from '../contract/session.ts'
import { parseJson } from '../lib/parseJson.ts'
import { parseRetryAfter } from '../lib/retryAfter.ts'
import type { SignInFailure } from './signIn.ts'

export type PageFetch = (path: string, init?: RequestInit) => Promise<Response>

/** E.g. the page of a proxy. The session is unchanged. */
export type Failure = {
  kind: 'failed'
  status?: number
  name: string
  message: string
  /** Unix ms. */
  retryAt?: number
}

/** `refused`: 401. `done`: success without a body. */
type Reply = { kind: 'answer'; response: SessionResponse } | { kind: 'refused' } | { kind: 'done' } | Failure

export type RequestGateway = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Reply>

const timeout = 20_000

export function createRequestGateway(send: PageFetch, clock: () => number): RequestGateway {
  return async (method, path, body) => {
    const timeoutAbort = new AbortController()
    const timer = setTimeout(() => timeoutAbort.abort(), timeout)
    try {
      const response = await send(path, {
        method,
        headers: {
          [pageHeader]: '1',
          Accept: 'application/json',
          ...(body ? { 'Content-Type': 'application/json' } : {}),
        },
        cache: 'no-store',
        signal: timeoutAbort.signal,
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return parseReply(method, response.status, response.headers, await response.text(), clock())
    } catch (cause) {
      return {
        kind: 'failed',
        name: 'offline',
        message: cause instanceof Error ? cause.message : String(cause),
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

function parseReply(method: string, status: number, headers: Headers, text: string, now: number): Reply {
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    const response = SessionResponse.safeParse(body)
    if (response.success) return { kind: 'answer', response: response.data }
    if (method === 'DELETE') return { kind: 'done' }
    return { ...unreadableReply, status }
  }
  if (status === 401) return { kind: 'refused' }
  const problem = ProblemBody.safeParse(body)
  const { name, message } = problem.success
    ? problem.data.error
    : { name: 'unreadable', message: `The server answered ${status}.` }
  const retryAt = parseRetryAfter(headers, now)
  return { kind: 'failed', status, name, message, ...(retryAt === undefined ? {} : { retryAt }) }
}

const createProblem = (code: number, name: string, message: string, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ error: { name, message, code } } satisfies ProblemBody), {
    status: code,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

export const signedOutResponse = () => createProblem(401, 'signed_out', 'Nobody is signed in.')

/** E.g. the 401 of a proxy. */
export const unreadableReply: Failure = {
  kind: 'failed',
  status: 502,
  name: 'unreadable',
  message: 'The answer could not be read.',
}

/** The request was refused although the session is valid. */
export const tokenRefused: Failure = {
  kind: 'failed',
  status: 503,
  name: 'token_refused',
  message: 'The service did not accept the session. Please try again.',
}

/** Not 401, because the session stays open. Throws a TypeError like `fetch` without a reply. */
export function failureResponse({ status, name, message, retryAt }: Failure, now: number): Response {
  if (status === undefined) throw new TypeError(message)
  const headers: Record<string, string> =
    retryAt === undefined ? {} : { 'Retry-After': String(Math.max(0, Math.ceil((retryAt - now) / 1000))) }
  return status === 429
    ? createProblem(429, name, message, headers)
    : createProblem(status >= 500 ? status : 502, name, message, headers)
}

export function signInFailure(reply: Reply): SignInFailure {
  if (reply.kind !== 'failed') return { name: 'refused', message: 'The sign-in was refused.', status: 401 }
  const { name, message, status } = reply
  return { name, message, ...(status === undefined ? {} : { status }) }
}

export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
