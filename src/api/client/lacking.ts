import type { Endpoint } from '../../contract/endpoint.ts'

/** What the service lacks is not asked for again (cases 30, 47). Only what api.md lacks can be missing. */
export type Lacking = ReturnType<typeof createLacking>

/** So many different things that are not there mean that the endpoint isn't. */
const enough = 3

/**
 * 405 and 501 are about the endpoint; so is a 404 without ids in the path, or one said of several things and of none
 * it was not. After a write 404 says nothing: what its body names may be gone.
 */
export function createLacking() {
  const has = new Set<string>()
  const lacks = new Map<string, number>()
  const notThere = new Map<string, Set<string>>()
  const nameOf = ({ method, base, path }: Endpoint) => `${method} ${base}${path}`
  const placeOf = (path: string) => path.split('?', 1)[0] ?? path

  return {
    /** The status the service said it with; `undefined` where it may have it. `path` as it would be sent. */
    status(endpoint: Endpoint, path: string): number | undefined {
      if (endpoint.assumed === undefined) return undefined
      const name = nameOf(endpoint)
      return lacks.get(name) ?? (notThere.get(name)?.has(placeOf(path)) ? 404 : undefined)
    },
    learn(endpoint: Endpoint, path: string, status: number): void {
      if (endpoint.assumed === undefined) return
      const name = nameOf(endpoint)
      if (status < 400) {
        has.add(name)
        lacks.delete(name)
        notThere.delete(name)
        return
      }
      if (has.has(name)) return
      if (status === 405 || status === 501) lacks.set(name, status)
      if (status !== 404 || endpoint.method !== 'GET') return
      const places = notThere.get(name) ?? new Set<string>()
      notThere.set(name, places.add(placeOf(path)))
      if (places.size >= enough || !endpoint.path.includes(':')) lacks.set(name, status)
    },
    forget(): void {
      has.clear()
      lacks.clear()
      notThere.clear()
    },
  }
}
