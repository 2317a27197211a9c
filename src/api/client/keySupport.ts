import { acceptsIdempotencyHeader, idempotencyHeader } from '../../contract/idempotency.ts'

/**
 * Whether the service supports an `Idempotency-Key`. Only then may a write with a lost response be sent again
 * (rule 23).
 */
export type KeySupport = ReturnType<typeof createKeySupport>

export function createKeySupport() {
  let isSupported = false
  return {
    isSupported: () => isSupported,
    /** A response without the headers may come from the gateway or a proxy. */
    learn({ headers }: Response): void {
      if (headers.has(acceptsIdempotencyHeader) || headers.has(idempotencyHeader)) isSupported = true
    },
    forget(): void {
      isSupported = false
    },
  }
}
