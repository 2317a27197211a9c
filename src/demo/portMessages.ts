import type { SchoolLanguage } from '../school/schoolFiles.ts'
import type { PersonToday } from './peopleToday.ts'

/** Each request has its own port. Bodies are transferred, and streams sent piece by piece. */

type PortRequest = {
  method: string
  url: string
  headers: [string, string][]
  body: ArrayBuffer | null
  session: string | null
}

type PortResponse = {
  status: number
  headers: [string, string][]
  body: ArrayBuffer | null
  /** Set if the session has changed. A null `id` deletes it. */
  session?: { id: string | null }
}

/** `kept`: the stored school was opened. Otherwise why it was created. */
export type OpenReason = 'kept' | 'new' | 'new week' | 'damaged'

export type SchoolPreset = { language: SchoolLanguage }

export type TabRequest =
  /** First message of a tab. */
  | { kind: 'hello'; preset: SchoolPreset }
  | { kind: 'reset'; preset: SchoolPreset }
  | { kind: 'request'; request: PortRequest }
  | { kind: 'peopleToday' }
export type SchoolRequest = TabRequest & { reply: MessagePort }

/** `next` requests a piece of the stream. */
export type TabSignal = 'abort' | 'next'

export type SchoolMessage =
  | { kind: 'ready'; openReason: OpenReason }
  | { kind: 'answer'; response: PortResponse }
  /** The body follows in pieces. */
  | { kind: 'begun'; response: PortResponse }
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'over' }
  | { kind: 'brokenOff' }
  | { kind: 'wasReset' }
  | { kind: 'peopleToday'; people: PersonToday[] }
  | { kind: 'failed'; reason: string }

/** `new Response` throws for a body with these. */
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

function stripBasePath(address: string, base: string = import.meta.env.BASE_URL): string {
  const url = new URL(address)
  return url.origin + url.pathname.slice(base.length - 1) + url.search
}

export function unpackRequest({ method, url, headers, body }: PortRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, signal, ...(body !== null && { body }) })
}

/** An event stream does not end by itself. */
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
