import { type Endpoint, paramNames } from '../contract/endpoint.ts'
import { isRecord } from '../lib/isRecord.ts'

/**
 * What a write says about where it happened: the ids of its path, but not that of what it deletes, which may take others
 * along (a folder its files, the last administrator every grant); and for permissions the one content they are for,
 * which travels in the body as `resource_ids` and in the query of the list by the same name.
 */
function placeOf(endpoint: Endpoint, input: unknown): Map<string, unknown> {
  const given = isRecord(input) ? input : {}
  const place = new Map<string, unknown>()
  const names = paramNames(endpoint.path)
  for (const name of endpoint.method === 'DELETE' ? names.slice(0, -1) : names) place.set(name, given[name])
  if (isRecord(given.body) && isRecord(given.body.resource_ids)) {
    for (const [name, id] of Object.entries(given.body.resource_ids)) place.set(name, id)
  }
  return place
}

/**
 * Whether a write made a cached GET stale: the GET reads a resource the write touches, and no parameter that both have
 * has another value. A message touches its own chat and the list of chats, not every chat.
 */
export function makesStale(
  write: { endpoint: Endpoint; input: unknown },
  cached: { endpoint: Endpoint; input: unknown },
): boolean {
  if (!write.endpoint.touches.includes(cached.endpoint.resource)) return false
  const asked = isRecord(cached.input) ? cached.input : {}
  for (const [name, value] of placeOf(write.endpoint, write.input)) {
    // Compared as text: a query may carry an id as text.
    if (value !== undefined && asked[name] !== undefined && String(asked[name]) !== String(value))
      return false
  }
  return true
}
