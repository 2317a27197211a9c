import type { Endpoint } from '../contract/endpoint.ts'
import { readRetryAfter } from '../lib/retryAfter.ts'
import { ApiError, type ApiErrorKind } from './ApiError.ts'
import { readLimits } from './limits.ts'
import { readProblem } from './readProblem.ts'

/** Longest error body that is read; what is behind it says nothing a sentence could hold. */
const longestProblem = 100_000

/**
 * The error an answer stands for (status codes: service-facts.md § Decided here). `withPassword`: the request carried
 * its own name and password, so that a 401 is about those and not about the session.
 */
export async function errorOf(
  endpoint: Endpoint,
  response: Response,
  now: number,
  withPassword: boolean,
): Promise<ApiError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const { said, fields, name } = readProblem(text.slice(0, longestProblem))
  // The gateway's own word for a session that is over stands whatever was sent along.
  const isAboutPassword = (withPassword || endpoint.auth === 'none') && name !== 'signed_out'
  const lacks = status === 403 ? readLack(headers, name) : undefined
  const scope = lacks && (lacks.scope ?? endpoint.scope)
  const refused = status === 401 && isAboutPassword ? 'forbidden' : undefined
  const kind = refused ?? (lacks ? 'noScope' : kindOf(endpoint, status))
  const retryAt =
    readRetryAfter(headers, now) ?? (status === 429 ? readLimits(headers, now)?.resetAt : undefined)
  return new ApiError(kind, {
    endpoint,
    status,
    ...(said === undefined ? {} : { said }),
    ...(fields === undefined ? {} : { fields }),
    ...(scope === undefined ? {} : { scope }),
    ...(retryAt === undefined ? {} : { retryAt }),
  })
}

/** Whether a 403 is about the scope of the token, by the challenge of RFC 6750 § 3.1 or the name of the error. */
function readLack(headers: Headers, name: string | undefined): { scope: string | undefined } | undefined {
  const challenge = headers.get('WWW-Authenticate') ?? ''
  if (name !== 'insufficient_scope' && !/\berror="?insufficient_scope\b/i.test(challenge)) return undefined
  return { scope: /\bscope="([\w.: -]{1,200})"/i.exec(challenge)?.[1] }
}

function kindOf(endpoint: Endpoint, status: number): ApiErrorKind {
  if (endpoint.assumed !== undefined && [404, 405, 501].includes(status)) return 'unsupported'
  switch (status) {
    case 401:
      return 'signedOut'
    case 403:
      return 'forbidden'
    case 404:
    case 410:
      return 'notFound'
    case 409:
    case 412:
      return 'conflict'
    case 413:
    case 507:
      return 'tooLarge'
    case 429:
      return 'busy'
    case 405:
      return 'offContract'
  }
  if (status >= 500) return 'server'
  return status >= 400 ? 'invalid' : 'offContract'
}
