import { randomUuid } from '../../lib/encoding.ts'

/** Events of older writes cause a superfluous request. */
const maxWrites = 1000

export type OwnWrites = ReturnType<typeof createOwnWrites>

export function createOwnWrites() {
  const writes = new Map<string, Promise<boolean>>()
  return {
    /** Call `end` with true if the write succeeded. */
    begin(): { id: string; end(isDone: boolean): void } {
      const id = randomUuid()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      writes.set(id, promise)
      const [oldest] = writes.keys()
      if (oldest !== undefined && writes.size > maxWrites) writes.delete(oldest)
      return { id, end: resolve }
    },
    /** Resolves with the success. Undefined if this page did not send it. */
    find: (id: string | undefined): Promise<boolean> | undefined =>
      id === undefined ? undefined : writes.get(id),
  }
}
