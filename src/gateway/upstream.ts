import { Problem } from '../http/problem.ts'
import { failures } from './problem.ts'
import { drainable, type StreamedBody } from './streamedBody.ts'

export type Upstream = (
  request: Request,
  from?: { address: string; inSession?: boolean },
) => Promise<Response>

const defaultTimeoutMs = 30_000
/** The service may move large uploads before it responds. */
const uploadTimeoutFactor = 4

type UpstreamRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | StreamedBody | undefined
  /** For a service in the same process. */
  address?: string | undefined
  /** Such a service counts anonymous requests separately. */
  inSession?: boolean
  /** Reads only: a write always completes (rule 23). */
  signal?: AbortSignal | undefined
  /** In ms, until the response begins. Starts after the last byte of an upload. */
  timeoutMs?: number
}

/** Throws a problem. */
export type RequestUpstream = (request: UpstreamRequest) => Promise<Response>

/** The gateway's only outgoing path: no redirects, and a time limit. */
export function createRequestUpstream(options: {
  upstream: Upstream
  serviceUrl: string
  version?: string
  maxTimeoutMs?: number
}): RequestUpstream {
  const { upstream, serviceUrl, version = '0', maxTimeoutMs = defaultTimeoutMs } = options
  const client = { 'X-Client': `Staffroom/${version}`, 'User-Agent': `Staffroom/${version}` }
  return async ({
    method,
    path,
    headers,
    body,
    address,
    inSession = false,
    signal,
    timeoutMs = Infinity,
  }) => {
    const timeout = new AbortController()
    const limitMs = Math.min(timeoutMs, maxTimeoutMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    const startTimer = (ms: number) => {
      timer = setTimeout(() => timeout.abort(), ms)
    }
    const upload = body && 'stream' in body ? body : undefined
    const passed = upload && drainable(upload.stream, () => startTimer(limitMs * uploadTimeoutFactor))
    if (!upload) startTimer(limitMs)
    const length = upload?.length ?? null
    const request = new Request(new URL(path, serviceUrl), {
      method,
      headers: { ...headers, ...client, ...(length !== null && { 'Content-Length': length }) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal,
      ...(passed ? { body: passed.stream, duplex: 'half' } : body && { body }),
    } as RequestInit)
    const timedOut = rejectOnAbort(timeout.signal)
    try {
      const from = address === undefined ? undefined : { address, inSession }
      const response = await Promise.race([upstream(request, from), timedOut])
      if (!response.ok) await Promise.race([passed?.drain(), timedOut])
      if (!isRedirect(response)) return response
      await response.body?.cancel()
      throw failures.unreadable()
    } catch (error) {
      if (error instanceof Problem) throw error
      if (timeout.signal.aborted) throw failures.tooSlow()
      await passed?.drain()
      throw failures.unreachable()
    } finally {
      clearTimeout(timer)
    }
  }
}

// A service in the same process may ignore the signal.
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const isRedirect = (response: Response) =>
  response.type === 'opaqueredirect' ||
  (response.status >= 300 && response.status < 400 && response.status !== 304)
