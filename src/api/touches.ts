import { type Endpoint, paramNames } from '../contract/endpoint.ts'
import { isRecord } from '../lib/isRecord.ts'

/** Ids of one thing that go by two names: api.md's homework is a `todo` where it is handed in. */
const alsoCalled: Record<string, string> = { homework_id: 'todo_id', todo_id: 'homework_id' }

/**
 * What a write says about where it happened: the ids of its path, but not that of what it deletes, which may take others
 * along (a folder its files, the last administrator every grant); for permissions the one content they are for, which
 * travels in the body as `resource_ids` and in the query of the list by the same name; and what else its body names.
 */
function placeOf(
  endpoint: Endpoint,
  input: unknown,
  named: Record<string, unknown> = {},
): Map<string, unknown> {
  const given = isRecord(input) ? input : {}
  const place = new Map<string, unknown>()
  const names = paramNames(endpoint.path)
  for (const name of endpoint.method === 'DELETE' ? names.slice(0, -1) : names) place.set(name, given[name])
  const content = isRecord(given.body) && isRecord(given.body.resource_ids) ? given.body.resource_ids : {}
  for (const [name, id] of Object.entries({ ...content, ...named })) place.set(name, id)
  for (const [name, id] of [...place]) {
    const other = alsoCalled[name]
    if (other !== undefined) place.set(other, id)
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
  const { resource } = cached.endpoint
  const { touches, narrows } = write.endpoint
  const named = isRecord(write.input) ? narrows?.(write.input.body) : undefined
  if (!(named?.touches ?? touches).includes(resource)) return false
  const asked = isRecord(cached.input) ? cached.input : {}
  for (const [name, value] of placeOf(write.endpoint, write.input, named?.ids)) {
    // Compared as text: a query may carry an id as text.
    if (value !== undefined && asked[name] !== undefined && String(asked[name]) !== String(value))
      return false
  }
  return true
}
