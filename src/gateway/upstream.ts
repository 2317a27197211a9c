import { type StreamedBody, watched } from './streamedBody.ts'

/** Sends a request to the service. Rejects if there is no response at all. */
export type Upstream = (
  request: Request,
  from?: { address: string; inSession?: boolean },
) => Promise<Response>

const patience = 30_000
/**
 * Factor for the time limit of large uploads, which the service may have to move to another store before it responds.
 */
const storing = 4

type Asking = {
  method: string
  path: string
  headers: Record<string, string>
  /** A streamed body extends the time limit while its chunks arrive. */
  body?: Uint8Array<ArrayBuffer> | StreamedBody | undefined
  /** Client address, for a service in the same process. */
  address?: string | undefined
  /**
   * Whether the request belongs to a session. Such a service counts these requests apart from anonymous ones of the
   * same address.
   */
  inSession?: boolean
  /** Aborts when the caller does. For reads only: a write always runs to its end (rule 23). */
  signal?: AbortSignal | undefined
  within?: number
  /** The time limit ends when the response begins. A long download may take any time. */
  long?: boolean
  /** An event stream: each event is passed on at once, and the time between them is not limited. */
  isStream?: boolean
}

type Answered =
  | { kind: 'answered'; response: Response }
  | { kind: 'unreachable' }
  | { kind: 'tooSlow' }
  | { kind: 'unreadable' }

export type AskUpstream = (asking: Asking) => Promise<Answered>

/**
 * Creates the only outgoing path of the gateway: one host, no redirects, a time limit. The returned function never
 * rejects.
 */
export function createAskUpstream(options: {
  upstream: Upstream
  serviceUrl: string
  version: string
  patience?: number
}): AskUpstream {
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
    within,
    long = false,
    isStream = false,
  }) => {
    const limit = new AbortController()
    const time = Math.min(within ?? Infinity, options.patience ?? patience)
    const giveUp = () => limit.abort()
    let timer = setTimeout(giveUp, time)
    let isOver = false
    const stop = () => {
      isOver = true
      clearTimeout(timer)
    }
    const arrived = (isLast: boolean) => {
      if (isOver) return
      clearTimeout(timer)
      timer = setTimeout(giveUp, isLast ? time * storing : time)
    }
    const streamed = body && 'stream' in body ? body : undefined
    const length = streamed?.length ?? null
    const passing = streamed && watched(streamed.stream, { signal: limit.signal, arrived, brokenOff: giveUp })
    const request = new Request(new URL(path, serviceUrl), {
      method,
      headers: { ...headers, ...client, ...(length !== null && { 'Content-Length': length }) },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([limit.signal, signal]) : limit.signal,
      ...(passing ? { body: passing.stream, duplex: 'half' } : body && { body }),
    } as RequestInit)
    const tooLate = aborted(limit.signal)
    try {
      const from = address === undefined ? undefined : { address, inSession }
      const response = await Promise.race([upstream(request, from), tooLate])
      if (passing && !response.ok) await Promise.race([passing.rest(), tooLate])
      if (isRedirect(response)) {
        stop()
        await response.body?.cancel()
        return { kind: 'unreadable' }
      }
      if (isStream && response.ok && isEvents(response)) {
        stop()
        return { kind: 'answered', response }
      }
      return await Promise.race([begun(response, stop), tooLate]).then(
        response => {
          if (long) stop()
          return { kind: 'answered', response }
        },
        // The response broke off. The service is reachable, but its response is unusable.
        () => {
          stop()
          return { kind: limit.signal.aborted ? 'tooSlow' : 'unreadable' }
        },
      )
    } catch {
      if (passing) await Promise.race([passing.rest(), tooLate.catch(() => undefined)])
      stop()
      return { kind: limit.signal.aborted ? 'tooSlow' : 'unreachable' }
    }
  }
}

// Rejects on abort. A service in the same process may ignore the signal.
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const isRedirect = (response: Response) =>
  response.type === 'opaqueredirect' ||
  (response.status >= 300 && response.status < 400 && response.status !== 304)

const isEvents = ({ headers }: Response) => /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')

/** Number of bytes that are read before the response is passed on. Short responses are read completely. */
const ahead = 16_384

/**
 * Reads the beginning of a response, so that a response that breaks off at once becomes a 502. Calls `over` once when
 * the response ends in any way.
 */
async function begun(response: Response, over: () => void): Promise<Response> {
  const { status, headers } = response
  if (!response.body) {
    over()
    return new Response(null, { status, headers })
  }
  const reader = response.body.getReader()
  const first: Uint8Array<ArrayBuffer>[] = []
  let isDone = false
  try {
    for (let length = 0; length < ahead; ) {
      const read = await reader.read()
      isDone = read.done
      if (read.done) break
      first.push(read.value)
      length += read.value.byteLength
    }
  } catch (error) {
    over()
    throw error
  }
  if (isDone) over()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of first) controller.enqueue(chunk)
      if (isDone) controller.close()
    },
    async pull(controller) {
      try {
        const read = await reader.read()
        if (!read.done) return controller.enqueue(read.value)
        over()
        controller.close()
      } catch (error) {
        over()
        throw error
      }
    },
    async cancel(reason) {
      over()
      await reader.cancel(reason)
    },
  })
  return new Response(body, { status, headers })
}
