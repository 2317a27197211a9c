import { type StreamedBody, watched } from './streamedBody.ts'

/** Hands a request to the service; rejects when there is no answer at all. */
export type Upstream = (
  request: Request,
  from?: { address: string; inSession?: boolean },
) => Promise<Response>

const patience = 30_000
/** So many times of that for the answer to a large file, which the service may have to put somewhere else first. */
const storing = 4

type Asking = {
  method: string
  path: string
  headers: Record<string, string>
  /** As long as pieces of a streamed one arrive, the service has its time. */
  body?: Uint8Array<ArrayBuffer> | StreamedBody | undefined
  /** Where the browser's call came from, for a service in the same process. */
  address?: string | undefined
  /** Asked for somebody who is signed in: such a service counts those apart from strangers at the same address. */
  inSession?: boolean
  /** Gives up with whoever asked. For reads only: a write runs to its end (cases 23). */
  signal?: AbortSignal | undefined
  within?: number
  /** The time counts until the answer begins; a long download may then take as long as it takes. */
  long?: boolean
  /** Events: passed on one by one, however long the next takes to come. */
  isStream?: boolean
}

type Answered =
  | { kind: 'answered'; response: Response }
  | { kind: 'unreachable' }
  | { kind: 'tooSlow' }
  | { kind: 'unreadable' }

export type AskUpstream = (asking: Asking) => Promise<Answered>

/** One host, no redirect followed, a time limit: the only way out of the gateway. Never rejects. */
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
        // What breaks off is no service that is away: it answered, but nothing one could use.
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

// An upstream in the same process need not heed the signal.
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const isRedirect = (response: Response) =>
  response.type === 'opaqueredirect' ||
  (response.status >= 300 && response.status < 400 && response.status !== 304)

const isEvents = ({ headers }: Response) => /^text\/event-stream\b/i.test(headers.get('Content-Type') ?? '')

/** So much of an answer is here before the page hears of it, bytes: short ones as a whole. */
const ahead = 16_384

/** Well begun, so that an answer which breaks off at once can be a 502. `over` runs once, when it ends in any way. */
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
