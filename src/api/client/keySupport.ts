import { acceptsIdempotencyHeader, idempotencyHeader } from '../../contract/idempotency.ts'

/** Only with keys may a write with a lost response be sent again (rule 23). */
export type KeySupport = ReturnType<typeof createKeySupport>

export function createKeySupport() {
  let isSupported = false
  return {
    isSupported: () => isSupported,
    /** The gateway or a proxy may respond without the headers. */
    learn({ headers }: Response): void {
      if (headers.has(acceptsIdempotencyHeader) || headers.has(idempotencyHeader)) isSupported = true
    },
    forget(): void {
      isSupported = false
    },
  }
}
