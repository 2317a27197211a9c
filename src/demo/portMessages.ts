import type { SchoolLanguage } from '../school/schoolKind.ts'
import type { PersonToday } from './peopleToday.ts'

/**
 * What page and school say to each other over a MessagePort: the page asks, and hears the one answer over a port of its
 * own. Bodies are moved, not copied; of a stream each piece comes when the page asks for one.
 */

export type PortRequest = {
  method: string
  url: string
  headers: [string, string][]
  body: ArrayBuffer | null
  /** The tab's sign-in, as a cookie would carry it. */
  session: string | null
}

export type PortResponse = {
  status: number
  headers: [string, string][]
  body: ArrayBuffer | null
  /** Present when the tab's sign-in changed; null: forget it. */
  session?: { id: string | null }
}

/** How the school came to be: kept from before, or made now and why. */
export type Beginning = 'kept' | 'new' | 'new week' | 'damaged'

/** What a new school is to be like, as the tab that makes it has it. */
export type Wish = { language: SchoolLanguage; faults: boolean }

export type Asked =
  /** The first: a tab is there. */
  | { kind: 'hello'; wish: Wish }
  | { kind: 'reset'; wish: Wish }
  | { kind: 'request'; request: PortRequest }
  | { kind: 'peopleToday' }
export type ToSchool = Asked & { reply: MessagePort }

/** On the port of an answer: it is waited for no longer, or the next piece of a stream may come. */
export type FromTab = 'abort' | 'next'

export type FromSchool =
  | { kind: 'ready'; beginning: Beginning }
  | { kind: 'answer'; response: PortResponse }
  /** An answer without its body, which follows in pieces. */
  | { kind: 'begun'; response: PortResponse }
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  /** There are no more. */
  | { kind: 'over' }
  /** The answer began, and ended before it was whole. */
  | { kind: 'brokenOff' }
  | { kind: 'wasReset' }
  | { kind: 'peopleToday'; people: PersonToday[] }
  | { kind: 'failed'; reason: string }

/** Statuses whose answers have no body: `new Response` refuses one. */
const bodiless = new Set([101, 204, 205, 304])

export async function packRequest(request: Request, session: string | null): Promise<PortRequest> {
  const body = request.body === null ? null : await request.arrayBuffer()
  return { method: request.method, url: atRoot(request.url), headers: [...request.headers], body, session }
}

/** The same address at the root of the host, where the school answers, wherever the demo is served. */
export function atRoot(address: string, base: string = import.meta.env.BASE_URL): string {
  const url = new URL(address)
  return url.origin + url.pathname.slice(base.length - 1) + url.search
}

export function unpackRequest({ method, url, headers, body }: PortRequest, signal: AbortSignal): Request {
  return new Request(url, { method, headers, signal, ...(body !== null && { body }) })
}

/** A body that has no end of its own, and is read as it comes. */
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
  return new Response(bodiless.has(status) ? null : (pieces ?? body), { status, headers })
}
