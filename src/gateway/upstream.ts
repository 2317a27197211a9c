/** Hands a request to the service; rejects when there is no answer at all. */
export type Upstream = (request: Request, from?: { address: string }) => Promise<Response>

/** Milliseconds the service may take to answer. */
const patience = 30_000

export type Asking = {
  method: string
  /** From the root, query included: `/api/v2/me`. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | undefined
  /** Where the browser's call came from, for a service in the same process. */
  address?: string | undefined
  /** Gives up with whoever asked. For reads only: a write runs to its end (cases 23). */
  signal?: AbortSignal | undefined
  /** Milliseconds for an answer that must come sooner than others. */
  within?: number
  /** The time counts until the answer begins; a long download may then take as long as it takes. */
  long?: boolean
}

export type Answered =
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
  return async ({ method, path, headers, body, address, signal, within, long = false }) => {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), Math.min(within ?? patience, options.patience ?? patience))
    const request = new Request(new URL(path, serviceUrl), {
      method,
      headers: { ...headers, ...client },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([limit.signal, signal]) : limit.signal,
      ...(body && { body }),
    })
    let running = false
    try {
      const response = await Promise.race([
        upstream(request, address === undefined ? undefined : { address }),
        aborted(limit.signal),
      ])
      if (isRedirect(response)) {
        await response.body?.cancel()
        return { kind: 'unreadable' }
      }
      running = !long && response.body !== null
      return { kind: 'answered', response: running ? timed(response, timer) : response }
    } catch {
      return { kind: limit.signal.aborted ? 'tooSlow' : 'unreachable' }
    } finally {
      if (!running) clearTimeout(timer)
    }
  }
}

// An upstream in the same process need not heed the signal.
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

/** A browser shows an unfollowed redirect as status 0. */
const isRedirect = (response: Response) =>
  response.type === 'opaqueredirect' ||
  (response.status >= 300 && response.status < 400 && response.status !== 304)

/** The same answer, its timer stopped once the last byte is read. */
function timed(response: Response, timer: ReturnType<typeof setTimeout>): Response {
  const stop = new TransformStream<Uint8Array, Uint8Array>({ flush: () => clearTimeout(timer) })
  const body = response.body?.pipeThrough(stop) ?? null
  return new Response(body, { status: response.status, headers: response.headers })
}
