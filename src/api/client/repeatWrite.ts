import type { Endpoint } from '../../contract/endpoint.ts'
import { usesIdempotencyKey } from '../../contract/idempotency.ts'
import { delay } from '../../lib/delay.ts'
import { randomUuid } from '../../lib/encoding.ts'
import { isNotExecuted, isResponseLost } from './ApiError.ts'
import type { Call } from './call.ts'
import type { KeySupport } from './keySupport.ts'
import type { Priority } from './rateLimit.ts'

/** In ms. The user is waiting. */
const delays = [500, 2000]

/**
 * Repeats a write with its key if the response is lost (rule 23). Throws the first error if the outcome stays
 * unknown.
 */
export function createRepeatingCall(call: Call, keySupport: KeySupport) {
  return async (endpoint: Endpoint, input: object, priority?: Priority): Promise<unknown> => {
    const key = randomUuid()
    let firstError: unknown
    for (const wait of [0, ...delays]) {
      if (wait > 0) await delay(wait)
      try {
        return await call(endpoint, input, { key, ...(priority && { priority }) })
      } catch (error) {
        // A 401 or 429 refuses this request only. Other refusals mean that no request with this key was
        // executed.
        if (!isResponseLost(error) && !(firstError && isNotExecuted(error))) throw error
        firstError ??= error
        if (!keySupport.isSupported() || !usesIdempotencyKey(endpoint)) break
      }
    }
    throw firstError
  }
}
