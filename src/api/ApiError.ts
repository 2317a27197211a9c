import type { Endpoint } from '../contract/endpoint.ts'

export const apiErrorKinds = [
  'offline',
  'signedOut',
  'forbidden',
  'noScope',
  'notFound',
  'invalid',
  'conflict',
  'tooLarge',
  'busy',
  'server',
  'offContract',
  'unsupported',
] as const

/**
 * Why a call gave no answer. `offline`: no reply, so nobody knows whether a write was done. `busy`: 429, not done.
 * `noScope`: a 403
 * because the sign-in was not allowed enough. `offContract`: a reply that is not what the contract says. `unsupported`: an assumed endpoint this service lacks.
 */
export type ApiErrorKind = (typeof apiErrorKinds)[number]

export type ApiErrorDetails = {
  endpoint: Endpoint
  /** HTTP status, absent when nothing was sent or nothing came back. */
  status?: number
  /** The service's own sentence, cleaned for showing; in whatever language the service speaks. */
  said?: string
  /** What is wrong, by field name of the body or the query; nested names joined by dots. */
  fields?: Record<string, string>
  /** The OAuth scope that is missing, where one can be named. */
  scope?: string
  /** Unix ms from which asking again makes sense. */
  retryAt?: number
  cause?: unknown
}

/** The one error of `call`. Its sentence for people is made by i18n/errorSentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  readonly endpoint: Endpoint
  readonly status: number | undefined
  readonly said: string | undefined
  readonly fields: Record<string, string>
  readonly scope: string | undefined
  readonly retryAt: number | undefined

  constructor(kind: ApiErrorKind, details: ApiErrorDetails) {
    const { endpoint, status, said, fields = {}, scope, retryAt, cause } = details
    super(`${endpoint.method} ${endpoint.path}: ${said ?? kind}${status ? ` (${status})` : ''}`, { cause })
    this.kind = kind
    this.endpoint = endpoint
    this.status = status
    this.said = said
    this.fields = fields
    this.scope = scope
    this.retryAt = retryAt
  }
}
