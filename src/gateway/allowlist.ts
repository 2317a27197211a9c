import type { Endpoint } from '../contract/endpoint.ts'
import { eachEndpoint } from '../contract/everything.ts'
import { readParam } from '../contract/wire.ts'

/** A request that a page may send: the endpoint, its path template for the log, and the path rebuilt from integers. */
export type AllowedCall = { endpoint: Endpoint; template: string; path: string }

const known = eachEndpoint()
  .map(({ endpoint }) => endpoint)
  .filter(endpoint => endpoint.base === '/api/v2')
  .map(endpoint => ({ endpoint, segments: (endpoint.base + endpoint.path).split('/') }))

/** Pages never send secrets or codes to the service, and no response to a page repeats a token (rule 40). */
const proxied = known.filter(({ endpoint }) => endpoint.auth !== 'none' && !endpoint.repeatsToken)

/**
 * Returns undefined if the contract does not allow the request. Only integer IDs are passed on from the path (rule 17).
 */
export function allowedCall(method: string, pathname: string): AllowedCall | undefined {
  return found(proxied, method, pathname)
}

/** Returns the path template of an endpoint below `/api/v2` for the log, also if pages may not call the endpoint. */
export function templateOf(method: string, pathname: string): string | undefined {
  return found(known, method, pathname)?.template
}

function found(among: typeof known, method: string, pathname: string): AllowedCall | undefined {
  const given = pathname.split('/')
  for (const { endpoint, segments } of among) {
    if (endpoint.method !== method || segments.length !== given.length) continue
    const built = segments.map((segment, index) => {
      const text = given[index] ?? ''
      if (!segment.startsWith(':')) return segment === text ? segment : undefined
      return readParam(segment.slice(1), text)?.toString()
    })
    if (built.includes(undefined)) continue
    return { endpoint, template: segments.join('/'), path: built.join('/') }
  }
  return undefined
}
