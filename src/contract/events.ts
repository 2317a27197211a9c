import { z } from 'zod/mini'
import { type Endpoint, endpoint, type Resource, stream } from './endpoint.ts'

/**
 * Something changed: which kind of thing, and the id by which it is found in what GETs of that kind were asked with
 * (`concerns`). Nothing of what it says now. `everything`: some may have been missed, so that all is to be asked again.
 */
export const LiveEvent = z.looseObject({
  /** A `Resource`, or `everything`; what is not known is nothing to the reader. */
  kind: z.string(),
  id: z.int(),
  /**
   * What is held with this version or a newer one has the change in it: of a message, and of the chat it is in, that of the
   * chat; of files that of their class. Else when it changed, Unix ms, which is newer than every version that is held.
   */
  version: z.int(),
})
export type LiveEvent = z.output<typeof LiveEvent> & { kind: Resource | 'everything' }

/**
 * Whether a GET asked with this input may be answered differently since. A permission is told of by the content it is on,
 * so that one asked for by its own number may be any.
 */
export function concerns(
  { kind, id }: Pick<LiveEvent, 'kind' | 'id'>,
  { endpoint, input }: { endpoint: Endpoint; input: object },
): boolean {
  if (kind === 'everything') return true
  if (kind !== endpoint.resource) return false
  const ids = Object.entries(input).filter(([name]) => name.endsWith('_id') && name !== 'permission_id')
  // Compared as text: a query may carry an id as text.
  return ids.length === 0 || ids.some(([, value]) => String(value) === String(id))
}

/** Some may have been missed. */
export const missed: LiveEvent = { kind: 'everything', id: 0, version: 0 }

/** Milliseconds between two comments of a stream in which nothing happens. */
export const heartbeat = 20_000

export const events = {
  /** Its entries come as server-sent events without a name, and a comment every 20 s. */
  stream: endpoint('GET /events', 'What changes of all that the caller may read, as it changes', {
    resource: 'event',
    answer: stream(LiveEvent),
    assumed: 'extension: without it the app asks again and again, as before',
  }),
}
