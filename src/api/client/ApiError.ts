import type { Endpoint } from '../../contract/endpoint.ts'
import { keyInUse } from '../../contract/idempotency.ts'
import { isRecord } from '../../lib/isRecord.ts'
import { parseJson } from '../../lib/parseJson.ts'
import { parseRetryAfter } from '../../lib/retryAfter.ts'
import { truncateText } from '../../lib/truncateText.ts'
import { readRateLimit } from './rateLimitHeaders.ts'

/**
 * `offline`: no response. `busy`: 429, without effect. `noScope`: 403, missing scope. `offContract`: the
 * response violates the contract. `unsupported`: the service lacks an assumed endpoint.
 */
export type ApiErrorKind =
  | 'offline'
  | 'signedOut'
  | 'forbidden'
  | 'noScope'
  | 'notFound'
  | 'invalid'
  | 'conflict'
  | 'tooLarge'
  | 'busy'
  | 'server'
  | 'offContract'
  | 'unsupported'

export type ApiErrorDetails = {
  endpoint: Endpoint
  /** HTTP status. */
  status?: number
  /** In the service's language, cleaned for display. */
  serviceMessage?: string | undefined
  /** By field name. Nested names are joined by dots. */
  fields?: Record<string, string> | undefined
  scope?: string | undefined
  /** `name` in the error body, e.g. `disk_full`. */
  problem?: string | undefined
  /** Earliest time for a retry, in Unix ms. */
  retryAt?: number | undefined
  cause?: unknown
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly endpoint: Endpoint
  readonly status: number | undefined
  readonly serviceMessage: string | undefined
  readonly fields: Record<string, string>
  readonly scope: string | undefined
  readonly problem: string | undefined
  readonly retryAt: number | undefined

  constructor(kind: ApiErrorKind, details: ApiErrorDetails) {
    const { endpoint, status, serviceMessage, fields = {}, scope, problem, retryAt, cause } = details
    super(`${endpoint.method} ${endpoint.path}: ${serviceMessage ?? kind}${status ? ` (${status})` : ''}`, {
      cause,
    })
    this.kind = kind
    this.endpoint = endpoint
    this.status = status
    this.serviceMessage = serviceMessage
    this.fields = fields
    this.scope = scope
    this.problem = problem
    this.retryAt = retryAt
  }
}

/** Whether a write may have taken effect. `keyInUse`: an earlier request may still be running. */
export const isResponseLost = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.problem === keyInUse ||
    (['offline', 'server', 'offContract'].includes(error.kind) && ![405, 501].includes(error.status ?? 0)))

/** Whether the service did not execute the request, although it did not refuse its content. */
export const isNotExecuted = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'busy' || error.kind === 'signedOut')

/** Returns null instead of the error of an expired session, which the sign-in dialog shows. */
export const withoutSignedOut = <E extends Error>(error: E | null): E | null =>
  error instanceof ApiError && error.kind === 'signedOut' ? null : error

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && [404, 410].includes(error.status ?? 0)

/** In characters. */
const maxProblemLength = 100_000

/** service-facts.md § Decided here. With `withPassword`, a 401 concerns that password. */
export async function createError(
  endpoint: Endpoint,
  response: Response,
  now: number,
  withPassword: boolean,
): Promise<ApiError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const { serviceMessage, fields, name } = readProblem(text.slice(0, maxProblemLength))
  // `signed_out` comes from the gateway.
  const isAboutPassword = (withPassword || endpoint.auth === 'none') && name !== 'signed_out'
  const missing = status === 403 ? readMissingScope(headers, name) : undefined
  const scope = missing && (missing.scope ?? endpoint.scope)
  const refused = status === 401 && isAboutPassword ? 'forbidden' : undefined
  const kind = refused ?? (missing ? 'noScope' : kindOf(endpoint, status))
  const retryAt =
    parseRetryAfter(headers, now) ?? (status === 429 ? readRateLimit(headers, now)?.resetAt : undefined)
  return new ApiError(kind, { endpoint, status, serviceMessage, fields, scope, problem: name, retryAt })
}

/** By the challenge of RFC 6750 § 3.1 or the error's name. */
function readMissingScope(
  headers: Headers,
  name: string | undefined,
): { scope: string | undefined } | undefined {
  const challenge = headers.get('WWW-Authenticate') ?? ''
  if (name !== 'insufficient_scope' && !/\berror="?insufficient_scope\b/i.test(challenge)) return undefined
  return { scope: /\bscope="([\w.: -]{1,200})"/i.exec(challenge)?.[1] }
}

const kindByStatus: Partial<Record<number, ApiErrorKind>> = {
  401: 'signedOut',
  403: 'forbidden',
  404: 'notFound',
  405: 'offContract',
  409: 'conflict',
  410: 'notFound',
  412: 'conflict',
  413: 'tooLarge',
  429: 'busy',
  507: 'tooLarge',
}

function kindOf(endpoint: Endpoint, status: number): ApiErrorKind {
  if (endpoint.assumed !== undefined && [404, 405, 501].includes(status)) return 'unsupported'
  const kind = kindByStatus[status]
  if (kind || status < 400) return kind ?? 'offContract'
  return status >= 500 ? 'server' : 'invalid'
}

type ParsedProblem = { [Part in 'serviceMessage' | 'name']?: string | undefined } & Pick<
  ApiErrorDetails,
  'fields'
>

const maxMessageLength = 300

/** At most 300 characters, without control and bidirectional ones. */
function toDisplayText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const line = value
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  if (line === '') return undefined
  return line.length > maxMessageLength ? truncateText(line, maxMessageLength - 1, '…') : line
}

/** Parses service-facts.md, OAuth, RFC 9457, lists and plain text. */
export function readProblem(text: string): ParsedProblem {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.startsWith('<')) return {}
  const body = parseJson(trimmed)
  if (body !== undefined) return readJsonProblem(body)
  return /^[[{]/.test(trimmed) ? {} : { serviceMessage: toDisplayText(trimmed) }
}

function readJsonProblem(body: unknown): ParsedProblem {
  if (typeof body === 'string') return { serviceMessage: toDisplayText(body) }
  if (Array.isArray(body)) return body.length > 0 ? readJsonProblem(body[0]) : {}
  if (!isRecord(body)) return {}
  const inner = isRecord(body.error) ? body.error : body
  const places = [inner.message, body.error_description, inner.detail, inner.title, body.message, body.error]
  const serviceMessage = places.map(toDisplayText).find(text => text !== undefined)
  if (serviceMessage === undefined && Array.isArray(body.errors)) return readJsonProblem(body.errors)
  const fields = fieldsOf(inner.fields) ?? fieldsOf(body.errors)
  const name = toDisplayText(inner.name) ?? toDisplayText(body.error)
  return { serviceMessage, fields, name }
}

function fieldsOf(value: unknown): Record<string, string> | undefined {
  if (!isRecord(value)) return undefined
  const entries = Object.entries(value).flatMap(([field, why]) => {
    const text = toDisplayText(Array.isArray(why) ? why[0] : why)
    return text === undefined ? [] : [[field, text] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
