import type { Endpoint } from '../contract/endpoint.ts'

/** Which call a query or a write is: put into its `meta` by `query()` and `write()`. */
export type CallMeta = { endpoint: Endpoint; input: object; every?: number; priority?: 'background' }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/** Reads it back. Throws for a query that was made by hand: it must bring its own function. */
export function callOf(meta: Record<string, unknown> | undefined): CallMeta {
  const { endpoint, input, every, priority } = meta ?? {}
  if (!isEndpoint(endpoint)) throw new TypeError('made without query() or write(), and without a function')
  return {
    endpoint,
    input: typeof input === 'object' && input !== null ? input : {},
    ...(typeof every === 'number' ? { every } : {}),
    ...(priority === 'background' ? { priority } : {}),
  }
}
