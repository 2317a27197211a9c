import { z } from 'zod/mini'
import { type Endpoint, endpoint, type Resource, stream } from './endpoint.ts'

/**
 * A change: the kind of the resource, and the ID that GETs of that kind have in their parameters (`concerns`). It does
 * not contain the new content. With the kind `everything` events may be missing, so all data must be fetched again.
 */
export const LiveEvent = z.looseObject({
  /** A `Resource` or `everything`. Clients ignore unknown kinds. */
  kind: z.string(),
  id: z.int(),
  /**
   * Cached data with this version or a later one contains the change. For messages and chats it is the version of the
   * chat. For everything else it is the time of the change in Unix ms, which is higher than every version.
   */
  version: z.int(),
  /** The `X-Write-ID` of the write that caused the event, if it had one. */
  write_id: z.optional(z.string()),
})

export type LiveEvent = z.output<typeof LiveEvent> & { kind: Resource | 'everything' }

/**
 * Header with a random ID that a page gives each write. The page ignores the events of its own writes, because their
 * responses have updated its cache.
 */
export const writeIdHeader = 'X-Write-ID'

/**
 * Whether the response to a GET with this input may have changed. The event of a permission has the ID of its content,
 * so a GET of a single permission, or of all permissions of a class, always matches.
 */
export function concerns(
  { kind, id }: Pick<LiveEvent, 'kind' | 'id'>,
  { endpoint, input }: { endpoint: Endpoint; input: object },
): boolean {
  if (kind === 'everything') return true
  if (kind !== endpoint.resource) return false
  const isOther = (name: string) =>
    name === 'permission_id' || (name === 'course_id' && kind === 'permission') || !name.endsWith('_id')
  const ids = Object.entries(input).filter(([name]) => !isOther(name))
  // Compared as text, because a query may contain an ID as text.
  return ids.length === 0 || ids.some(([, value]) => String(value) === String(id))
}

/** Event for a client that may have missed events. */
export const missed: LiveEvent = { kind: 'everything', id: 0, version: 0 }

/** Time between two comments of an idle stream, in ms. */
export const heartbeat = 20_000

export const events = {
  /** Sends server-sent events without a name, and a comment every 20 s. */
  stream: endpoint('GET /events', 'What changes of all that the caller may read, as it changes', {
    resource: 'event',
    answer: stream(LiveEvent),
    assumed: 'extension: without it the app asks again and again, as before',
  }),
}
