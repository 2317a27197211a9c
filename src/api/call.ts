import type { Endpoint, Input, Output } from '../contract/endpoint.ts'
import { AnswerMisfit, readAnswer, readTextInSlices } from '../contract/readAnswer.ts'
import { ApiError } from './ApiError.ts'
import type { Budget } from './budget.ts'
import { buildRequest, type Credentials } from './buildRequest.ts'
import { errorOf } from './errorOf.ts'
import type { Lacking } from './lacking.ts'
import { originOf, readTag, setOrigin } from './origin.ts'
import type { Priority } from './pacing.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** What it gives way to on a busy network; a GET is a read and everything else a write when left out. */
  priority?: Priority
  /** For endpoints with Basic authentication (api.md § Authentication 9). */
  as?: Credentials
  /** Ms until no answer counts as none; by the kind of call when left out. */
  timeout?: number
  /**
   * For a GET: what it answered before. Where the service says that it is still so, this very object is the answer, and
   * nothing was sent or read again but headers.
   */
  held?: unknown
  /** Runs when the budget lets it go, right before it leaves. What it throws is thrown, and nothing was sent. */
  leaving?: () => Promise<void>
}

/**
 * Makes one call: checks the input, sends it when the budget allows, checks the answer. Fails with `ApiError` and
 * nothing else, but for an abort, which passes through as it is.
 */
export type Call = {
  <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<Output<E>>
  (endpoint: Endpoint, input: object, options?: CallOptions): Promise<unknown>
}

type Needs = {
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  budget: Budget
  lacking: Lacking
  clock: () => number
}

const second = 1000
const timeoutOf = (endpoint: Endpoint) => {
  if (endpoint.encoding === 'multipart') return 600 * second
  if (endpoint.answer.kind === 'bytes') return 120 * second
  return endpoint.method === 'GET' ? 20 * second : 30 * second
}

/** `call` on the given way out of the page. */
export function createCall({ fetch, budget, lacking, clock }: Needs): Call {
  return async <E extends Endpoint>(endpoint: E, input: Input<E> | object, options: CallOptions = {}) => {
    const { signal, priority = endpoint.method === 'GET' ? 'read' : 'write', as } = options
    const isRead = endpoint.method === 'GET'
    const tag = isRead ? originOf(options.held)?.tag : undefined
    const { path, init } = buildRequest(endpoint, input, { as, tag })
    const missing = lacking.status(endpoint, path)
    if (missing !== undefined) throw new ApiError('unsupported', { endpoint, status: missing })
    await budget.admit(priority, signal)
    try {
      await options.leaving?.()
    } catch (cause) {
      budget.learn(undefined)
      throw cause
    }
    // The clock of the timeout starts here: waiting for the budget is no fault of the network.
    const impatience = new AbortController()
    const timer = setTimeout(
      () => impatience.abort(new DOMException('no answer in time', 'TimeoutError')),
      options.timeout ?? timeoutOf(endpoint),
    )
    const stops = signal ? AbortSignal.any([signal, impatience.signal]) : impatience.signal
    let response: Response | undefined
    try {
      const askedAt = clock()
      response = await fetch(path, { ...init, signal: stops })
      budget.learn(response)
      lacking.learn(endpoint, path, response.status)
      const isSame = response.status === 304 && tag !== undefined
      if (!response.ok && !isSame) throw await errorOf(endpoint, response, clock(), as !== undefined)
      const answer = isSame ? options.held : await readBody(endpoint, response)
      const newTag = readTag(response.headers.get('ETag')) ?? (isSame ? tag : undefined)
      if (isRead) setOrigin(answer, { askedAt, ...(newTag !== undefined && { tag: newTag }) })
      return answer
    } catch (cause) {
      if (!response) budget.learn(undefined)
      if (cause instanceof ApiError) throw cause
      signal?.throwIfAborted()
      // Aborted from inside, by a sign-out: no error to show either.
      if (isAbort(cause) && !impatience.signal.aborted) throw cause
      throw new ApiError('offline', { endpoint, cause: impatience.signal.reason ?? cause })
    } finally {
      clearTimeout(timer)
    }
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

async function readBody<E extends Endpoint>(endpoint: E, response: Response): Promise<Output<E>> {
  const { answer } = endpoint
  try {
    if (answer.kind === 'nothing') {
      await response.body?.cancel()
      return readAnswer(answer, undefined) as Output<E>
    }
    if (answer.kind === 'bytes') return readAnswer(answer, await response.blob()) as Output<E>
    return (await readTextInSlices(answer, textOf(response))) as Output<E>
  } catch (cause) {
    // Anything else is about the way here: it broke off, or was given up.
    if (!(cause instanceof AnswerMisfit || cause instanceof SyntaxError)) throw cause
    throw new ApiError('offContract', { endpoint, status: response.status, cause })
  }
}

/** The text of an answer while it comes in. */
async function* textOf({ body }: Response): AsyncGenerator<string, void> {
  const reader = body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield decoder.decode(read.value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    // Whoever stops halfway wants no more of it.
    reader.cancel().catch(() => undefined)
  }
}
