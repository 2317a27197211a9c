import { randomUuid } from '../../lib/encoding.ts'

/** Maximum number of writes whose events are recognized. Older ones only cause a superfluous request. */
const maxWrites = 1000

export type OwnWrites = ReturnType<typeof createOwnWrites>

/** Creates the list of this page's writes. Events repeat the ID of their write, so that the page recognizes its own. */
export function createOwnWrites() {
  const writes = new Map<string, Promise<boolean>>()
  return {
    /** Call when a write is sent. At its end, call `end` with true if it succeeded. */
    begin(): { id: string; end(isDone: boolean): void } {
      const id = randomUuid()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      writes.set(id, promise)
      const [oldest] = writes.keys()
      if (oldest !== undefined && writes.size > maxWrites) writes.delete(oldest)
      return { id, end: resolve }
    },
    /** Resolves with whether the write with this ID succeeded. Undefined if this page did not send it. */
    find: (id: string | undefined): Promise<boolean> | undefined =>
      id === undefined ? undefined : writes.get(id),
  }
}
