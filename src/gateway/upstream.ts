import { type StreamedBody, watchBody } from './streamedBody.ts'

export type Upstream = (
  request: Request,
  from?: { address: string; inSession?: boolean },
) => Promise<Response>

const maxTimeoutMs = 30_000
/** The service may move large uploads before it responds. */
const uploadTimeoutFactor = 4

type UpstreamRequest = {
  method: string
  path: string
  headers: Record<string, string>
  /** A streamed body extends the time limit. */
  body?: Uint8Array<ArrayBuffer> | StreamedBody | undefined
  /** For a service in the same process. */
  address?: string | undefined
  /** Such a service counts anonymous requests separately. */
  inSession?: boolean
  /** Reads only: a write always completes (rule 23). */
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** The time limit ends when the response begins. */
  hasLongBody?: boolean
  /** No time limit. */
  isStream?: boolean
}

type UpstreamOutcome =
  | { kind: 'responded'; response: Response }
  | { kind: 'unreachable' }
  | { kind: 'tooSlow' }
  | { kind: 'unreadable' }

export type RequestUpstream = (request: UpstreamRequest) => Promise<UpstreamOutcome>

/** The gateway's only outgoing path: no redirects, a time limit. Never rejects. */
export function createRequestUpstream(options: {
  upstream: Upstream
  serviceUrl: string
  version: string
  maxTimeoutMs?: number
}): RequestUpstream {
  const { upstream, serviceUrl, version } = options
  const client = { 'X-Client': `Staffroom/${version}`, 'User-Agent': `Staffroom/${version}` }
  return async ({
    method,
    path,
    headers,
    body,
    address,
    inSession = false,
    signal,
    timeoutMs,
    hasLongBody = false,
    isStream = false,
  }) => {
    const timeoutAbort = new AbortController()
    const timeLimitMs = Math.min(timeoutMs ?? Infinity, options.maxTimeoutMs ?? maxTimeoutMs)
    const abortRequest = () => timeoutAbort.abort()
    let timer = setTimeout(abortRequest, timeLimitMs)
    let isSettled = false
    const stopTimer = () => {
      isSettled = true
      clearTimeout(timer)
    }
    const onChunk = (isLast: boolean) => {
      if (isSettled) return
      clearTimeout(timer)
      timer = setTimeout(abortRequest, isLast ? timeLimitMs * uploadTimeoutFactor : timeLimitMs)
    }
    const streamed = body && 'stream' in body ? body : undefined
    const length = streamed?.length ?? null
    const watchedBody =
      streamed &&
      watchBody(streamed.stream, { signal: timeoutAbort.signal, onChunk, onDisconnected: abortRequest })
    const request = new Request(new URL(path, serviceUrl), {
      method,
      headers: { ...headers, ...client, ...(length !== null && { 'Content-Length': length }) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeoutAbort.signal, signal]) : timeoutAbort.signal,
      ...(watchedBody ? { body: watchedBody.stream, duplex: 'half' } : body && { body }),
    } as RequestInit)
    const timedOut = rejectOnAbort(timeoutAbort.signal)
    try {
      const from = address === undefined ? undefined : { address, inSession }
      const response = await Promise.race([upstream(request, from), timedOut])
      if (watchedBody && !response.ok) await Promise.race([watchedBody.drain(), timedOut])
      if (isRedirect(response)) {
        stopTimer()
        await response.body?.cancel()
        return { kind: 'unreadable' }
      }
      if (isStream && response.ok && isEvents(response)) {
        stopTimer()
        return { kind: 'responded', response }
      }
      return await Promise.race([readBeginning(response, stopTimer), timedOut]).then(
        response => {
          if (hasLongBody) stopTimer()
          return { kind: 'responded', response }
        },
        // The response broke off, so the service is reachable.
        () => {
          stopTimer()
          return { kind: timeoutAbort.signal.aborted ? 'tooSlow' : 'unreadable' }
        },
      )
    } catch {
      if (watchedBody) await Promise.race([watchedBody.drain(), timedOut.catch(() => undefined)])
      stopTimer()
      return { kind: timeoutAbort.signal.aborted ? 'tooSlow' : 'unreachable' }
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

const isEvents = ({ headers }: Response) => /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')

/** In bytes. */
const bufferedBytes = 16_384

/** A response that breaks off at once becomes a 502. Calls `onEnd` once. */
async function readBeginning(response: Response, onEnd: () => void): Promise<Response> {
  const { status, headers } = response
  if (!response.body) {
    onEnd()
    return new Response(null, { status, headers })
  }
  const reader = response.body.getReader()
  const firstChunks: Uint8Array<ArrayBuffer>[] = []
  let isDone = false
  try {
    for (let length = 0; length < bufferedBytes; ) {
      const read = await reader.read()
      isDone = read.done
      if (read.done) break
      firstChunks.push(read.value)
      length += read.value.byteLength
    }
  } catch (error) {
    onEnd()
    throw error
  }
  if (isDone) onEnd()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of firstChunks) controller.enqueue(chunk)
      if (isDone) controller.close()
    },
    async pull(controller) {
      try {
        const read = await reader.read()
        if (!read.done) return controller.enqueue(read.value)
        onEnd()
        controller.close()
      } catch (error) {
        onEnd()
        throw error
      }
    },
    async cancel(reason) {
      onEnd()
      await reader.cancel(reason)
    },
  })
  return new Response(body, { status, headers })
}
