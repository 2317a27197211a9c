import { acceptsIdempotencyHeader, idempotencyHeader } from '../../contract/idempotency.ts'

/**
 * Remembers whether the service takes an `Idempotency-Key`. Only then may a write whose response was lost be sent again
 * (rule 23).
 */
export type KeySupport = ReturnType<typeof createKeySupport>

export function createKeySupport() {
  let isSupported = false
  return {
    isSupported: () => isSupported,
    /** A response without the headers changes nothing, because it may come from the gateway or a proxy. */
    learn({ headers }: Response): void {
      if (headers.has(acceptsIdempotencyHeader) || headers.has(idempotencyHeader)) isSupported = true
    },
    forget(): void {
      isSupported = false
    },
  }
}
