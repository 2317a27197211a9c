import type { Endpoint } from '../../contract/endpoint.ts'

/**
 * Remembers endpoints that the service lacks, so that they are not requested again (rules 30 and 47). Only endpoints
 * that api.md lacks can be missing.
 */
export type Lacking = ReturnType<typeof createLacking>

/** Number of different resources with a 404 after which the endpoint itself counts as missing. */
const enough = 3

/**
 * 405 and 501 concern the endpoint. So does a 404 if the path has no IDs, or if several resources were not found and
 * the endpoint never succeeded. A 404 of a write is ignored, because a resource in its body may have been deleted.
 */
export function createLacking() {
  const has = new Set<string>()
  const lacks = new Map<string, number>()
  const notThere = new Map<string, Set<string>>()
  const nameOf = ({ method, base, path }: Endpoint) => `${method} ${base}${path}`
  const placeOf = (path: string) => path.split('?', 1)[0] ?? path

  return {
    /**
     * Returns the status that showed that the endpoint is missing, or undefined if it may exist. `path` is the path of
     * the request.
     */
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
