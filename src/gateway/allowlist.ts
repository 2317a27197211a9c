import type { Endpoint } from '../contract/endpoint.ts'
import { eachEndpoint } from '../contract/everything.ts'
import { readParam } from '../contract/wire.ts'

/** A call the page may make: the endpoint, its template for the log, and the path built anew from whole numbers. */
export type AllowedCall = { endpoint: Endpoint; template: string; path: string }

const known = eachEndpoint()
  .map(({ endpoint }) => endpoint)
  .filter(endpoint => endpoint.base === '/api/v2')
  .map(endpoint => ({ endpoint, segments: (endpoint.base + endpoint.path).split('/') }))

/** Secrets and codes go to the service from the gateway alone, and no answer of a page repeats a token (cases 40). */
const proxied = known.filter(({ endpoint }) => endpoint.auth !== 'none' && !endpoint.repeatsToken)

/** `undefined` for what the contract lacks. Of the path only ids that are whole numbers are passed on (cases 17). */
export function allowedCall(method: string, pathname: string): AllowedCall | undefined {
  return found(proxied, method, pathname)
}

/** The template of a call of the contract below `/api/v2`, for the log; also of those no page may make. */
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
