import type { OpenOutbox } from '../outbox/OutboxContext.ts'

/** Outbox that is never open, for screens that only show its entries. */
export const openingOutbox: OpenOutbox = Object.assign(() => new Promise<never>(() => undefined), {
  current: () => undefined,
  subscribe: () => () => undefined,
})
