import { listEndpoints } from '../contract/allEndpoints.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { readParam } from '../contract/wire.ts'

/** `path` is rebuilt from integers. `template` is for the log. */
export type AllowedCall = { endpoint: Endpoint; template: string; path: string }

const allCalls = listEndpoints()
  .map(({ endpoint }) => endpoint)
  .filter(endpoint => endpoint.base === '/api/v2')
  .map(endpoint => ({ endpoint, segments: (endpoint.base + endpoint.path).split('/') }))

/** Pages never send secrets, and no response repeats a token (rule 40). */
const proxied = allCalls.filter(({ endpoint }) => endpoint.auth !== 'none' && !endpoint.containsToken)

/** Accepts only integer IDs (rule 17). */
export function allowedCall(method: string, pathname: string): AllowedCall | undefined {
  return findCall(proxied, method, pathname)
}

/** Includes endpoints that pages may not call. */
export function templateOf(method: string, pathname: string): string | undefined {
  return findCall(allCalls, method, pathname)?.template
}

function findCall(calls: typeof allCalls, method: string, pathname: string): AllowedCall | undefined {
  const pathSegments = pathname.split('/')
  for (const { endpoint, segments } of calls) {
    if (endpoint.method !== method || segments.length !== pathSegments.length) continue
    const rebuilt = segments.map((segment, index) => {
      const text = pathSegments[index] ?? ''
      if (!segment.startsWith(':')) return segment === text ? segment : undefined
      return readParam(segment.slice(1), text)?.toString()
    })
    if (rebuilt.includes(undefined)) continue
    return { endpoint, template: segments.join('/'), path: rebuilt.join('/') }
  }
  return undefined
}
