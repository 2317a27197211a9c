import type { Endpoint, Input, Output } from '../contract/endpoint.ts'
import { readAnswerInSlices } from '../contract/readAnswer.ts'
import { ApiError } from './ApiError.ts'
import type { Budget } from './budget.ts'
import { buildRequest, type Credentials } from './buildRequest.ts'
import { errorOf } from './errorOf.ts'
import type { Priority } from './pacing.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** What it gives way to on a busy network; a GET is a read and everything else a write when left out. */
  priority?: Priority
  /** For endpoints with Basic authentication (api.md § Authentication 9). */
  as?: Credentials
  /** Ms until no answer counts as none; by the kind of call when left out. */
  timeout?: number
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
  clock: () => number
}

const second = 1000
const timeoutOf = (endpoint: Endpoint) => {
  if (endpoint.encoding === 'multipart') return 600 * second
  if (endpoint.answer.kind === 'bytes') return 120 * second
  return endpoint.method === 'GET' ? 20 * second : 30 * second
}

/** `call` on the given way out of the page. */
export function createCall({ fetch, budget, clock }: Needs): Call {
  return async <E extends Endpoint>(endpoint: E, input: Input<E> | object, options: CallOptions = {}) => {
    const { signal, priority = endpoint.method === 'GET' ? 'read' : 'write', as } = options
    const { path, init } = buildRequest(endpoint, input, as)
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
      response = await fetch(path, { ...init, signal: stops })
      budget.learn(response)
      if (!response.ok) throw await errorOf(endpoint, response, clock(), as !== undefined)
      return await readBody(endpoint, response)
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
  const body =
    answer.kind === 'nothing'
      ? await response.body?.cancel()
      : answer.kind === 'bytes'
        ? await response.blob()
        : parse(endpoint, await response.text(), response.status)
  try {
    return (await readAnswerInSlices(answer, body)) as Output<E>
  } catch (cause) {
    throw new ApiError('offContract', { endpoint, status: response.status, cause })
  }
}

function parse(endpoint: Endpoint, text: string, status: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('offContract', { endpoint, status, cause })
  }
}
