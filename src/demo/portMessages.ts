import type { SchoolLanguage } from '../school/schoolKind.ts'
import type { PersonToday } from './peopleToday.ts'

/**
 * Messages between the page and the school over a MessagePort. Each request has its own port for the response. Bodies
 * are transferred, not copied. The pieces of a stream are sent one by one, on request.
 */

export type PortRequest = {
  method: string
  url: string
  headers: [string, string][]
  body: ArrayBuffer | null
  /** Session ID of the tab, in place of a cookie. */
  session: string | null
}

export type PortResponse = {
  status: number
  headers: [string, string][]
  body: ArrayBuffer | null
  /** Set if the session of the tab has changed. A null `id` deletes the session. */
  session?: { id: string | null }
}

/** Whether the school was stored before. If not, the reason why it was created. */
export type Beginning = 'kept' | 'new' | 'new week' | 'damaged'

/** Options of a school that a tab creates. */
export type SchoolPreset = { language: SchoolLanguage }

export type TabRequest =
  /** First message of a tab. */
  | { kind: 'hello'; wish: SchoolPreset }
  | { kind: 'reset'; wish: SchoolPreset }
  | { kind: 'request'; request: PortRequest }
  | { kind: 'peopleToday' }
export type SchoolRequest = TabRequest & { reply: MessagePort }

/** Sent on the port of a response. 'abort' cancels the request, 'next' requests the next piece of the stream. */
export type TabSignal = 'abort' | 'next'

export type SchoolMessage =
  | { kind: 'ready'; beginning: Beginning }
  | { kind: 'answer'; response: PortResponse }
  /** Response without its body, which follows in pieces. */
  | { kind: 'begun'; response: PortResponse }
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  /** End of the stream. */
  | { kind: 'over' }
  /** The response ended before it was complete. */
  | { kind: 'brokenOff' }
  | { kind: 'wasReset' }
  | { kind: 'peopleToday'; people: PersonToday[] }
  | { kind: 'failed'; reason: string }

/** Status codes without a body. `new Response` throws if it gets one. */
const bodilessStatuses = new Set([101, 204, 205, 304])

export async function packRequest(request: Request, session: string | null): Promise<PortRequest> {
  const body = request.body === null ? null : await request.arrayBuffer()
  return {
    method: request.method,
    url: stripBasePath(request.url),
    headers: [...request.headers],
    body,
    session,
  }
}

/** Returns the address without the base path of the demo, because the school answers at the root of the host. */
export function stripBasePath(address: string, base: string = import.meta.env.BASE_URL): string {
  const url = new URL(address)
  return url.origin + url.pathname.slice(base.length - 1) + url.search
}

export function unpackRequest({ method, url, headers, body }: PortRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, signal, ...(body !== null && { body }) })
}

/** Returns whether the body is an event stream. It does not end by itself and is read in pieces. */
export const isStream = (response: Response): boolean =>
  response.body !== null && response.headers.get('Content-Type') === 'text/event-stream'

export async function packResponse(
  response: Response,
  session: { id: string | null } | undefined,
): Promise<PortResponse> {
  const body = response.body === null ? null : await response.arrayBuffer()
  return { status: response.status, headers: [...response.headers], body, ...(session && { session }) }
}

export function unpackResponse(
  { status, headers, body }: PortResponse,
  pieces?: ReadableStream<Uint8Array<ArrayBuffer>>,
): Response {
  return new Response(bodilessStatuses.has(status) ? null : (pieces ?? body), { status, headers })
}
