import { z } from 'zod/mini'
import { type Endpoint, endpoint, type Resource, stream } from './endpoint.ts'

export const LiveEvent = z.looseObject({
  /** A `Resource`, or `everything` if events may be missing. */
  kind: z.string(),
  id: z.int(),
  /** The chat's version for messages and chats, otherwise Unix ms. */
  version: z.int(),
  write_id: z.optional(z.string()),
  /** How long ago it happened, in ms, in the events with which a stream begins. */
  age_ms: z.optional(z.int()),
})

export type LiveEvent = z.output<typeof LiveEvent> & { kind: Resource | 'everything' }

/** Random ID. A page ignores the events of its own writes. */
export const writeIdHeader = 'X-Write-ID'

/**
 * Events of permissions and submissions have the ID of the content, so they match the GETs of every class that include
 * permissions or submissions.
 */
export function eventAffects(
  { kind, id }: Pick<LiveEvent, 'kind' | 'id'>,
  { endpoint, input }: { endpoint: Endpoint; input: object },
): boolean {
  if (kind === 'everything') return true
  if (kind !== endpoint.resource && !endpoint.includes?.some(included => included === kind)) return false
  const isOther = (name: string) =>
    name === 'permission_id' ||
    (name === 'course_id' && (kind === 'permission' || kind === 'submission')) ||
    !name.endsWith('_id')
  const ids = Object.entries(input).filter(([name]) => !isOther(name))
  // A query may contain an ID as text.
  return ids.length === 0 || ids.some(([, value]) => String(value) === String(id))
}

export const missedEvents: LiveEvent = { kind: 'everything', id: 0, version: 0 }

/**
 * A stream begins with the events of this time, in ms, or with `missedEvents` if they are unknown. So a page need not
 * read again what it has read just before.
 */
export const repeatedEventsMs = 30_000

/** Interval of comments in an idle stream, in ms. */
export const heartbeatInterval = 20_000

export const events = {
  stream: endpoint('GET /events', 'Changes of everything that the caller may read', {
    resource: 'event',
    response: stream(LiveEvent),
    assumed: 'extension: without it the app polls',
  }),
}
