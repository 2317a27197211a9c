import type { Endpoint } from '../../contract/endpoint.ts'

/** Only assumed endpoints can be missing. They are not requested again (rules 30 and 47). */
export type MissingEndpoints = ReturnType<typeof createMissingEndpoints>

/** Resources with a 404 until the endpoint counts as missing. */
const minNotFound = 3

/**
 * Missing: 405, 501, a 404 without IDs in the path, or 404s of several resources. Ignores a write's 404: a
 * resource in its body may be deleted.
 */
export function createMissingEndpoints() {
  const available = new Set<string>()
  const missing = new Map<string, number>()
  const notFoundPaths = new Map<string, Set<string>>()
  const nameOf = ({ method, base, path }: Endpoint) => `${method} ${base}${path}`
  const pathWithoutQuery = (path: string) => path.split('?', 1)[0] ?? path

  return {
    /** Undefined if the endpoint may exist. */
    getStatus(endpoint: Endpoint, path: string): number | undefined {
      if (endpoint.assumed === undefined) return undefined
      const name = nameOf(endpoint)
      return missing.get(name) ?? (notFoundPaths.get(name)?.has(pathWithoutQuery(path)) ? 404 : undefined)
    },
    learn(endpoint: Endpoint, path: string, status: number): void {
      if (endpoint.assumed === undefined) return
      const name = nameOf(endpoint)
      if (status < 400) {
        available.add(name)
        missing.delete(name)
        notFoundPaths.delete(name)
        return
      }
      if (available.has(name)) return
      if (status === 405 || status === 501) missing.set(name, status)
      if (status !== 404 || endpoint.method !== 'GET') return
      const places = notFoundPaths.get(name) ?? new Set<string>()
      notFoundPaths.set(name, places.add(pathWithoutQuery(path)))
      if (places.size >= minNotFound || !endpoint.path.includes(':')) missing.set(name, status)
    },
    forget(): void {
      available.clear()
      missing.clear()
      notFoundPaths.clear()
    },
  }
}
