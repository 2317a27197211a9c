import type { z } from 'zod/mini'
import { type Endpoint, paramNames } from '../contract/endpoint.ts'
import { ApiError } from './ApiError.ts'

/** Login name and password of the service's own sign-in. */
export type Credentials = { login: string; password: string }

export type RequestExtras = {
  /** For Basic authentication. */
  as?: Credentials | undefined
  /** ETag of the answer that is held: the service sends another only if it differs. */
  tag?: string | undefined
}

/**
 * The request of a call. The body is checked and sent as its schema gives it, so that both sides read the same; a query
 * is checked and sent as it was given, since its schema describes what the service reads out of text.
 * Throws `ApiError` `invalid` with the fields.
 */
export function buildRequest(
  endpoint: Endpoint,
  input: object,
  { as, tag }: RequestExtras = {},
): { path: string; init: RequestInit } {
  const given = new Map(Object.entries(input))
  const headers: Record<string, string> = {
    Accept: endpoint.answer.kind === 'bytes' ? '*/*' : 'application/json',
  }
  if (tag !== undefined) headers['If-None-Match'] = tag
  if (as) headers.Authorization = `Basic ${base64(`${as.login}:${as.password}`)}`
  const init: RequestInit = { method: endpoint.method, headers }
  // What somebody deleted is deleted, also when they leave the page in the same moment.
  if (endpoint.method === 'DELETE') init.keepalive = true
  if (endpoint.body) {
    const body = checked(endpoint, endpoint.body, given.get('body'))
    if (endpoint.encoding === 'multipart') init.body = form(body)
    else {
      headers['Content-Type'] = 'application/json'
      init.body = JSON.stringify(body)
    }
  }
  return { path: endpoint.base + pathOf(endpoint, given) + searchOf(endpoint, given), init }
}

function pathOf(endpoint: Endpoint, given: Map<string, unknown>): string {
  let path = endpoint.path
  for (const name of paramNames(endpoint.path)) {
    const id = given.get(name)
    // An id from an address bar may be anything; nothing but a number becomes part of a path.
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) {
      throw new ApiError('notFound', { endpoint, cause: new TypeError(`${name} is no id`) })
    }
    path = path.replace(`:${name}`, String(id))
  }
  return path
}

function searchOf(endpoint: Endpoint, given: Map<string, unknown>): string {
  if (!endpoint.query) return ''
  const names = Object.keys(endpoint.query.shape).filter(name => given.get(name) !== undefined)
  checked(endpoint, endpoint.query, Object.fromEntries(names.map(name => [name, given.get(name)])))
  const search = new URLSearchParams()
  for (const name of names) {
    const value = given.get(name)
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size > 0 ? `?${search}` : ''
}

function checked(endpoint: Endpoint, schema: z.ZodMiniType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.map(String).join('.')] ??= message
  throw new ApiError('invalid', { endpoint, fields, cause: result.error })
}

function form(body: unknown): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value instanceof Blob) data.append(name, value)
    else if (value !== undefined && value !== null) data.append(name, String(value))
  }
  return data
}

// RFC 7617: UTF-8; btoa takes Latin-1 only.
const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
